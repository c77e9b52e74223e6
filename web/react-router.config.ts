import type { Config } from '@react-router/dev/config';
import { writeFormatterServiceWorker } from './offline/write-service-worker.ts';

export default {
  appDirectory: 'app',
  ssr: true,
  // The first page includes all routes, so that none has to be fetched later.
  routeDiscovery: { mode: 'initial' },
  // Client loaders are one line each; a separate chunk would add a request per screen.
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => writeFormatterServiceWorker(reactRouterConfig.buildDirectory),
} satisfies Config;
