import { listRepositories } from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { isInProcess } from '../../platform/http/in-process.ts';
import { route } from '../../platform/http/route.ts';
import { newestRepositories } from './repositories.ts';

export const repositories: Mount = (app, context) => {
  route(app, listRepositories, ({ params, request }) =>
    newestRepositories(context, params.username, {
      waits: !isInProcess(request), // pages never wait for the code host
      admit: () => app.limits.admit('codeHost', request),
      log: app.log,
    }),
  );
};
