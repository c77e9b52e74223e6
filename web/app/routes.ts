import { feeds } from '@dev-connector/contract';
import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';

/** Routes of the pages that React renders. The server renders résumés (`/`, `/dev/profile/:id/resume`) itself: server/src/features/resume/page/routes.ts. */
export default [
  layout('shell/route.tsx', [
    ...prefix('dev', [
      index('landing/route.tsx'),
      route('register', 'accounts/register/route.tsx'),
      route('login', 'accounts/login/route.tsx'),
      route('reset-password', 'accounts/reset-password/route.tsx'),
      route('profiles', 'profiles/directory/route.tsx'),
      route('profile/:id', 'profiles/profile/route.tsx'),
      // For visitors if the post is public; otherwise for members.
      route('posts/:id/:slug?', 'posts/discussion/route.tsx'),
      route('profile/:id/posts', 'profiles/profile/route.tsx', { id: 'profile-posts' }),
      route('search', 'search/route.tsx'),
      route('formatter', 'formatter/route.tsx'),
      // Every component in every state; only with `npm run dev`.
      ...(process.env.NODE_ENV === 'production' ? [] : [route('design', 'design/route.tsx')]),
      route(':page', 'site/page/route.tsx'),
      layout('shell/member/route.tsx', [
        route('dashboard', 'profiles/dashboard/route.tsx'),
        route('account', 'accounts/account/route.tsx'),
        route('create-profile', 'profiles/create-profile/route.tsx'),
        route('edit-profile', 'profiles/edit-profile/route.tsx'),
        route('add-experience', 'profiles/entry/route.tsx', { id: 'add-experience' }),
        route('add-education', 'profiles/entry/route.tsx', { id: 'add-education' }),
        route('edit-experience/:id', 'profiles/entry/route.tsx', { id: 'edit-experience' }),
        route('edit-education/:id', 'profiles/entry/route.tsx', { id: 'edit-education' }),
        route('bookmarks', 'bookmarks/route.tsx'),
        route('posts', 'posts/feed/route.tsx'),
        route('profile/:id/followers', 'follows/followers.tsx'),
        route('profile/:id/following', 'follows/following.tsx'),
        route('tags', 'tags/list/route.tsx'),
        route('tags/:tag', 'tags/tag/route.tsx'),
        ...feeds.map((feed) => route(`posts/${feed}`, `posts/feed/${feed}.tsx`)),
      ]),
    ]),
    route('*', 'shell/not-found/route.tsx'),
  ]),
] satisfies RouteConfig;
