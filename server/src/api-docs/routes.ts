import { readDocs, readOpenapi } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { openapi } from './openapi.ts';
import { docsPage, docsPolicy } from './page.ts';

export const docs: Mount = (app, { site }) => {
  const title = () => site.current.name ?? 'Dev Connector';
  // Generated when all endpoints are registered, and again when the site has another name.
  let document: { title: string; openapi: object; page: string } | undefined;
  const read = () => {
    if (document?.title === title()) return document;
    const made = openapi(app.endpoints, title());
    return (document = { title: title(), openapi: made, page: docsPage(made) });
  };

  app.get(readOpenapi.path, { config: { endpoint: readOpenapi } }, async () => read().openapi);
  app.get(readDocs.path, { config: { endpoint: readDocs } }, async (_request, reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', docsPolicy).header('referrer-policy', 'no-referrer');
    return read().page;
  });
};
