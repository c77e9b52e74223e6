import { createServer } from 'vite';
import { renderPages, webFolder } from './features/pages/pages.ts';
import { run } from './main.ts';
import type { Mount } from './platform/context.ts';
import { isApi } from './platform/http/route.ts';

/** Serves the pages from their sources with hot reloading (`npm run dev`). */
const sourcePages: Mount = async (app, context) => {
  const vite = await createServer({
    root: webFolder,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', (request, reply, next) => {
    if (isApi(request)) return next();
    vite.middlewares(request.raw, reply.raw, next);
  });
  renderPages(app, context, () => vite.ssrLoadModule('virtual:react-router/server-build') as never);
};

await run(sourcePages);
