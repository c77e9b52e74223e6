import { index, prefix, type RouteConfig, route } from '@react-router/dev/routes';

/** The whole URL map. */
export default [
  index('routes/home/route.tsx'),
  ...prefix('dev', [index('routes/landing/route.tsx'), route('profiles', 'routes/developers/route.tsx')]),
] satisfies RouteConfig;
