import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';

/** The whole map of the pages that React renders. Résumés (`/`, `/dev/profile/:id/resume`) are the server's alone: server/src/routes/resume.ts. */
export default [
  layout('routes/network/route.tsx', [
    ...prefix('dev', [
      index('routes/landing/route.tsx'),
      route('register', 'routes/register/route.tsx'),
      route('login', 'routes/login/route.tsx'),
      route('reset-password', 'routes/reset-password/route.tsx'),
      route('profiles', 'routes/developers/route.tsx'),
      route('profile/:id', 'routes/profile/route.tsx'),
      route('formatter', 'routes/formatter/route.tsx'),
      layout('routes/member/route.tsx', [
        route('dashboard', 'routes/dashboard/route.tsx'),
        route('account', 'routes/account/route.tsx'),
        route('create-profile', 'routes/create-profile/route.tsx'),
        route('edit-profile', 'routes/edit-profile/route.tsx'),
        route('add-experience', 'routes/add-experience/route.tsx'),
        route('add-education', 'routes/add-education/route.tsx'),
        route('posts', 'routes/posts/route.tsx'),
        route('posts/:id', 'routes/post/route.tsx'),
      ]),
    ]),
    route('*', 'routes/not-found/route.tsx'),
  ]),
] satisfies RouteConfig;
