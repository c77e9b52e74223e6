import { join } from 'node:path';
import { buildKernel } from '@dev-connector/json/build';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { apiReference } from './api-reference.ts';
import { stripContractSchemas } from './strip-contract-schemas.ts';

/**
 * Chunks of the browser bundle. Few files compress better and need few round trips, but a screen should not load much that only others use. A module belongs to the
 * first group of the highest priority that matches it; its dependencies follow it unless they match another group.
 */
const groups = [
  // The shell with the libraries and the components of most screens.
  {
    name: 'shell',
    test: /node_modules.(react|scheduler|lucide-react(?!.dist.esm.icons.(?!globe.mjs|trash|arrow-left.m|braces|link.m|plus.m|search-x))|@tanstack(?!.*[hH]ydration))|app.(root|posts.editing.open|follows.own-follows|deletions.pending|shell(?!.(not-found|navigation.(AccountMenu|destinations)|shortcuts.[CPSf]))|context|api.(?!Hydrated)|search.SearchField|site.(site|meta)|accounts.(session.(?!NewPassword|EmailField|SessionEnded|device-secret|url-fragment)|auth-queries)|ui.(?!Token|tokens|Section|WebLink|Dialog|Tabs|Menu|Field|Counter|SubmitButton))|contract.src(?!.(bookmarks|pins))|preload-helper/,
    priority: 2,
  },
  // Modules that groups with different users share.
  { name: 'post-queries', test: /app.(posts.post-queries|profiles.posts.author-queries)/, priority: 1 },
  { name: 'entry', test: /app.posts.Entry/, priority: 1 },
  { name: 'profile-queries', test: /app.profiles.profile-queries/, priority: 1 },
  { name: 'account-queries', test: /app.accounts.account-queries/, priority: 1 },
  { name: 'landing-queries', test: /app.landing.landing-queries/, priority: 1 },
  { name: 'tag-queries', test: /app.tags.tag-queries/, priority: 1 },
  { name: 'public', test: /app.(api.HydratedQueries|profiles.(Position|Skills))|icons.users-round/, priority: 1 },
  { name: 'follows', test: /app.(posts.Community|follows.(Suggestions|FollowPerson|FollowButton|follow-queries))/, priority: 1 },
  {
    name: 'forms',
    test: /app.(forms|ui.(Dialog|Field|Counter|SubmitButton)|posts.submission|media.ChooseImages|accounts.session.NewPassword)/,
  },
  { name: 'sign-in', test: /app.accounts.(authentication|session.(EmailField|device-secret|url-fragment))/ },
  { name: 'own-profile', test: /app.profiles.(OwnProfile|NoProfile|GoBack|setup.setup-state)/ },
  {
    name: 'posts',
    test: /app.(posts.(PostsScreen|RenderedText|LikeButton|DeleteButton|ShareButton|list-keys|editing.Editable|menu.LazyMenu|public.PublicMark|navigation-state)|bookmarks.LazyBookmark|tags.PostTags)|icons.message-square/,
  },
  { name: 'feed', test: /app.posts.(PostCard|feed.FeedScreen)/ },
  { name: 'formatter', test: /app.formatter.(messages|readable)\./ },
  // What loads after the first view of a member's screen.
  {
    name: 'member',
    test: /app.(shell.(shortcuts.Commands|navigation.(AccountMenu|destinations))|deletions.(UndoAlerts|flush-deletions)|ui.Menu|accounts.session.SessionEnded|posts.comments.thread-cache)|icons.bookmark/,
  },
  { name: 'post-parts', test: /app.(posts.(parts|composer.Composer|create-post)|bookmarks.bookmark-queries)/ },
];

/** Builds the formatter's kernel before any module imports it. */
const jsonKernel: Plugin = { name: 'json-kernel', config: async () => void (await buildKernel()) };

export default defineConfig({
  plugins: [jsonKernel, tailwindcss(), reactRouter(), stripContractSchemas(), apiReference()],
  optimizeDeps: { entries: ['app/**/*.tsx', '!app/**/*.{server,test}.tsx'] }, // or lazily imported packages are found late, and the page reloads
  resolve: { alias: { '../createLucideIcon.mjs': join(import.meta.dirname, 'app/ui/create-icon.tsx') } },
  worker: { format: 'es' },
  ssr: { noExternal: ['lucide-react', 'gemoji', 'diff'] }, // so that the packed site does not need them
  environments: {
    client: {
      build: {
        target: 'esnext',
        rolldownOptions: {
          output: { codeSplitting: { groups } },
        },
      },
    },
  },
});
