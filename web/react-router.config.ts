import type { Config } from '@react-router/dev/config';
import { keepFormatterOffline } from './offline/keep.ts';

export default {
  appDirectory: 'app',
  ssr: true,
  // The whole map of this small site travels with the first page: no request to discover routes later.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => keepFormatterOffline(reactRouterConfig.buildDirectory),
} satisfies Config;
