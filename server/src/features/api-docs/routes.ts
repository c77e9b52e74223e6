import { defaultSite, readDocs, readOpenapi } from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { type Rendition, sendRendition, textRendition } from '../../platform/http/rendition.ts';
import { reportedPolicy } from '../../platform/http/reported-policy.ts';
import { siteOf } from '../site/site.ts';
import { openapi } from './openapi.ts';
import { docsPage, docsPolicy } from './page.ts';

export const docs: Mount = (app, context) => {
  const { settings } = context;
  const site = siteOf(context);
  const nameOf = () => site.current.name ?? defaultSite.brand;
  // Generated on the first request, when all endpoints are registered, and again when the site has another name.
  let document: (Rendition & { name: string }) | undefined;
  const read = (name: string) => {
    if (document?.name !== name) document = { name, ...textRendition('application/json', JSON.stringify(openapi(app.endpoints, name))) };
    return document;
  };
  app.get(readOpenapi.path, { config: { endpoint: readOpenapi } }, (request, reply) => sendRendition(request, reply, read(nameOf())));
  app.get(readDocs.path, { config: { endpoint: readDocs } }, async (_request, reply) => {
    reply.type('text/html; charset=utf-8').headers({ ...reportedPolicy(settings, docsPolicy), 'referrer-policy': 'no-referrer' });
    return docsPage(nameOf());
  });
};
