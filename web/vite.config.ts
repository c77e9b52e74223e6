import { buildKernel } from '@dev-connector/json/build';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { apiReference } from './api-reference.ts';
import { stripContractSchemas } from './strip-contract-schemas.ts';

/**
 * Chunks of the browser bundle. Few files compress better and arrive in one round trip, but a screen should not load code that only others use: libraries, the
 * shell, forms, people and lists, code shared by the formatter and its worker, and one chunk per screen.
 */
const groups = [
  { name: 'libraries', test: /node_modules/, priority: 2 },
  {
    name: 'shell',
    test: /app.(shell.(alerts|feedback)|context|accounts.(session.(session|token|StoredToken|SessionEnded|login-redirect|url-fragment|registration)|auth-queries)|api.(client|queries)|ui.(Screen|title|Spinner|ErrorState|ErrorScreen|CaughtError|focus|theme|Button|Menu|ProgressBar|Avatar)|site.(site|meta))|contract.src|preload-helper/,
    priority: 1,
  },
  { name: 'forms', test: /app.(forms|accounts.session|ui.(Field|Counter|SubmitButton))/ },
  { name: 'formatter', test: /app.formatter.(messages|readable)\./ },
  {
    name: 'people',
    test: /app.(api.HydratedQueries|profiles.(Position|Skills)\.|ui.(StaticHtml|LoadMore|dates|clicks|UserText|hidden))/,
  },
];

/** Builds the formatter's kernel before any module imports it. */
const jsonKernel: Plugin = { name: 'json-kernel', config: async () => void (await buildKernel()) };

export default defineConfig({
  plugins: [jsonKernel, tailwindcss(), reactRouter(), stripContractSchemas(), apiReference()],
  worker: { format: 'es' },
  ssr: { noExternal: ['lucide-react'] }, // so that the packed site does not need its 10 MB
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
