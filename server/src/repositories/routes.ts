import { listRepositories } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route } from '../http/route.ts';
import { codeHost } from './code-host.ts';

export const repositories: Mount = (app, { db, settings }) => {
  const newestOf = codeHost({ url: settings.githubApiUrl, token: settings.githubToken, log: app.log });
  route(app, db, listRepositories, ({ params, request }) => newestOf(params.username, () => app.limits.admit('codeHost', request)));
};
