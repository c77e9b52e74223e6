import type { Config } from '@react-router/dev/config';
import { writeFormatterServiceWorker } from './offline/write-service-worker.ts';

export default {
  appDirectory: 'app',
  ssr: true,
  // The whole map of this small site travels with the first page: no request to discover routes later.
  routeDiscovery: { mode: 'initial' },
  // A client loader is one line here; in a file of its own it would be a request more for each screen.
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => writeFormatterServiceWorker(reactRouterConfig.buildDirectory),
} satisfies Config;
