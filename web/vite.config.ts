import { join } from 'node:path';
import { buildKernel } from '@dev-connector/json/build';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { apiReference } from './api-reference.ts';
import { stripContractSchemas } from './strip-contract-schemas.ts';

/**
 * Chunks of the browser bundle. Few files compress better and arrive in one round trip, but a screen should not load much that only others use: the shell with
 * the libraries and the components of most screens, forms, code shared by the formatter and its worker, and one chunk per screen.
 */
const groups = [
  {
    name: 'shell',
    test: /node_modules.(react|scheduler|lucide-react(?!.dist.esm.icons.(?!globe.mjs|trash))|@tanstack(?!.*[hH]ydration))|app.(root|posts.editing.open|deletions.pending|shell(?!.(not-found|navigation.(AccountMenu|destinations)|shortcuts.[CPSf]))|context|api.(?!Hydrated)|search.SearchField|site.(site|meta)|accounts.(session.(?!NewPassword|EmailField|SessionEnded|device-secret|url-fragment)|auth-queries)|ui.(?!Token|tokens|Section|WebLink|Dialog|Tabs|Menu|Field|Counter|SubmitButton))|contract.src(?!.(bookmarks|pins))|preload-helper/,
    priority: 1,
  },
  { name: 'forms', test: /app.(forms|ui.(Field|Counter|SubmitButton))/ },
  { name: 'post-queries', test: /app.posts.post-queries/, priority: 1 }, // the dashboard needs no more of the posts
  {
    name: 'posts',
    test: /app.(posts.(PostsScreen|RenderedText|LikeButton|DeleteButton|ShareButton|list-keys|editing.Editable|menu.LazyMenu|public.PublicMark|navigation-state)|bookmarks.LazyBookmark|tags.PostTags)/,
  },
  { name: 'formatter', test: /app.formatter.(messages|readable)\./ },
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
