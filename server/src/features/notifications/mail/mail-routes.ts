import type { IncomingMessage } from 'node:http';
import { changeNotificationMail, limits, readNotificationMail, showUnsubscribe, unsubscribe } from '@dev-connector/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Mount } from '../../../platform/context.ts';
import { Failure } from '../../../platform/errors.ts';
import { readBody } from '../../../platform/http/body.ts';
import { acceptsHtml, sendMessagePage } from '../../../platform/http/message-page.ts';
import { route } from '../../../platform/http/route.ts';
import { siteOf } from '../../site/site.ts';
import { changeMailSettings, readMailSettings, turnOff } from './mail-settings.ts';

const settingsLink = { href: '/dev/account#notifications', label: 'Choose what you receive' };

/** The settings of mails, and the address that turns them off. */
export const mailRoutes: Mount = async (app, context) => {
  const { db } = context;
  route(app, readNotificationMail, ({ member }) => readMailSettings(db, member.id));
  route(app, changeNotificationMail, ({ member, body }) => changeMailSettings(db, member, body));

  const send = (reply: FastifyReply, status: number, heading: string, form?: { label: string }) =>
    sendMessagePage(reply.header('referrer-policy', 'no-referrer'), {
      status,
      siteTitle: siteOf(context).current.shell.title,
      heading,
      link: settingsLink,
      ...(form && { form }),
    });
  app.get(showUnsubscribe.path, { config: { endpoint: showUnsubscribe } }, (_request, reply) =>
    send(reply, 200, 'Turn off e-mails about notifications?', { label: 'Turn them off' }),
  );
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', ignoreBody);
    route(scope, unsubscribe, async ({ params, request, reply }) => {
      const asPage = acceptsHtml(request);
      try {
        await turnOff(db, params.token);
      } catch (error) {
        if (!asPage || !(error instanceof Failure)) throw error;
        return send(reply, 404, 'This link is incomplete, or its account was deleted') as never;
      }
      const msg = 'E-mails about notifications are off';
      return asPage ? (send(reply, 200, msg) as never) : { msg };
    });
  });
};

/** Reads a body of any type, because clients of mail send different ones, and ignores it. */
const ignoreBody = async (request: FastifyRequest, payload: IncomingMessage): Promise<undefined> => {
  let length = 0;
  await readBody(request, payload, (chunk) => {
    length += chunk.length;
    if (length > limits.smallBody) throw new Failure('bodyTooLarge');
  });
  return undefined;
};
