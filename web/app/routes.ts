import { feeds, sitePages } from '@dev-connector/contract';
import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';

/** Routes of the pages that React renders. The server renders résumés (`/`, `/dev/profile/:id/resume`) itself: server/src/features/resume/page/routes.ts. */
export default [
  layout('shell/route.tsx', [
    ...prefix('dev', [
      index('features/landing/route.tsx'),
      route('register', 'features/accounts/register/route.tsx'),
      route('login', 'features/accounts/login/route.tsx'),
      route('forgot-password', 'features/accounts/forgot-password/route.tsx'),
      route('confirm-email', 'features/accounts/mailed-links/confirm-email.tsx'),
      route('restore-email', 'features/accounts/mailed-links/restore-email.tsx'),
      route('reset-password', 'features/accounts/reset-password/route.tsx'),
      route('profiles', 'features/directory/route.tsx'),
      route('profile/:id', 'features/profiles/profile/route.tsx'),
      // For visitors if the post is public; otherwise for members.
      route('posts/:id/:slug?', 'features/comments/discussion/route.tsx'),
      route('profile/:id/posts', 'features/profiles/profile/route.tsx', { id: 'profile-posts' }),
      route('explore', 'features/explore/route.tsx'),
      route('search', 'features/search/route.tsx'),
      route('formatter', 'features/formatter/route.tsx'),
      // Every component in every state; only with `npm run dev`.
      ...(process.env.NODE_ENV === 'production' ? [] : [route('design', 'features/design/route.tsx')]),
      ...sitePages.map((page) => route(page, 'features/site/page/route.tsx', { id: page })),
      // `@handle`: the address of a profile that search engines know. `profile/:id` stays when the handle changes.
      route(':id', 'features/profiles/profile/route.tsx', { id: 'profile-by-handle' }),
      route(':id/posts', 'features/profiles/profile/route.tsx', { id: 'profile-posts-by-handle' }),
      layout('shell/member/route.tsx', [
        route('dashboard', 'features/dashboard/route.tsx'),
        route('account', 'features/settings/route.tsx'),
        route('create-profile', 'features/profiles/create-profile/route.tsx'),
        route('edit-profile', 'features/profiles/edit-profile/route.tsx'),
        route('add-experience', 'features/profiles/entry/route.tsx', { id: 'add-experience' }),
        route('add-education', 'features/profiles/entry/route.tsx', { id: 'add-education' }),
        route('edit-experience/:id', 'features/profiles/entry/route.tsx', { id: 'edit-experience' }),
        route('edit-education/:id', 'features/profiles/entry/route.tsx', { id: 'edit-education' }),
        route('bookmarks', 'features/bookmarks/route.tsx'),
        route('notifications', 'features/notifications/route.tsx'),
        route('notifications/mentions', 'features/notifications/mentions.tsx'),
        route('posts', 'features/posts/feed/route.tsx'),
        route('profile/:id/followers', 'features/profiles/people/followers.tsx'),
        route('profile/:id/following', 'features/profiles/people/following.tsx'),
        route('tags', 'features/tags/list/route.tsx'),
        route('tags/:tag', 'features/posts/tag/route.tsx'),
        ...feeds.map((feed) => route(`posts/${feed}`, `features/posts/feed/${feed}.tsx`)),
      ]),
    ]),
    route('*', 'shell/not-found/route.tsx'),
  ]),
] satisfies RouteConfig;
