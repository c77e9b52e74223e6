import { readDocs, readOpenapi } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { openapi } from './openapi.ts';
import { docsPage, docsPolicy } from './page.ts';

export const docs: Mount = (app) => {
  // Generated on the first request, when all endpoints are registered.
  let document: object | undefined;
  const read = () => (document ??= openapi(app.endpoints));
  let page: string | undefined;

  app.get(readOpenapi.path, { config: { endpoint: readOpenapi } }, async () => read());
  app.get(readDocs.path, { config: { endpoint: readDocs } }, async (_request, reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', docsPolicy).header('referrer-policy', 'no-referrer');
    return (page ??= docsPage(read()));
  });
};
