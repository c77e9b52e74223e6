import type { IncomingMessage } from 'node:http';
import { changeNotificationMail, limits, readNotificationMail, resubscribe, showUnsubscribe, unsubscribe } from '@dev-connector/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Mount } from '../../../platform/context.ts';
import { Failure } from '../../../platform/errors.ts';
import { readBody } from '../../../platform/http/body.ts';
import { acceptsHtml, sendMessagePage } from '../../../platform/http/message-page.ts';
import { route } from '../../../platform/http/route.ts';
import { siteOf } from '../../site/site.ts';
import { changeMailSettings, readMailSettings, readSubscription, type Subscription, turnOff, turnOn } from './mail-settings.ts';
import { invalidPage, subscriptionPage } from './subscription-page.ts';

/** The settings of mails, and the addresses that turn them off and on without a session. */
export const mailRoutes: Mount = async (app, context) => {
  const { db } = context;
  route(app, readNotificationMail, ({ member }) => readMailSettings(db, member.id));
  route(app, changeNotificationMail, ({ member, body }) => changeMailSettings(db, member, body));

  /** Responds with the page of a subscription. Browsers get a page for an invalid token; other clients get the error. */
  async function sendPage(reply: FastifyReply, token: string, subscription: Promise<Subscription>, isUndone = false): Promise<void> {
    const { brand: siteName, title: siteTitle } = siteOf(context).current.shell;
    const page = await subscription.then(
      (found) => subscriptionPage(token, found, isUndone),
      (error) => {
        if (error instanceof Failure && acceptsHtml(reply.request)) return invalidPage;
        throw error;
      },
    );
    await sendMessagePage(reply.header('referrer-policy', 'no-referrer'), { siteName, siteTitle, ...page });
  }
  app.get<{ Params: { token: string } }>(showUnsubscribe.path, { config: { endpoint: showUnsubscribe } }, ({ params: { token } }, reply) =>
    sendPage(reply, token, readSubscription(db, token)),
  );
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', ignoreBody);
    const change = (
      endpoint: typeof unsubscribe | typeof resubscribe,
      apply: (db: Context['db'], token: string) => Promise<Subscription>,
      isUndo: boolean,
    ) =>
      route(scope, endpoint, async ({ params: { token }, request, reply }) => {
        if (acceptsHtml(request)) return sendPage(reply, token, apply(db, token), isUndo) as Promise<never>; // instead of the reply
        const { frequency } = await apply(db, token);
        return { msg: `E-mails about notifications are ${frequency === 'off' ? 'off' : 'on'}` };
      });
    change(unsubscribe, turnOff, false);
    change(resubscribe, turnOn, true);
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
