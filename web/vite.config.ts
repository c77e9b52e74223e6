import { buildKernel } from '@dev-connector/json/build';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { contractWire } from './contract-wire.ts';
import { withoutUnused } from './without-unused.ts';

/**
 * Few files compress better than many, and arrive in one round trip; yet a screen should not load what only others use. So: the libraries; the shell, which
 * every screen has; forms; what shows people and lists of them; what the formatter's two halves share; and each screen's own part.
 */
const groups = [
  { name: 'libraries', test: /node_modules/, priority: 2 },
  {
    name: 'shell',
    test: /app.(alerts|outcomes|context|session.(session|token|StoredToken|SessionOver|address|hash|registration)|api.(client|queries|auth)|ui.(Screen|title|Spinner|LoadFailure|ErrorScreen|CaughtError|focus|icons))|contract.src|preload-helper/,
    priority: 1,
  },
  { name: 'forms', test: /app.(forms|session|ui.(Field|Counter|SubmitButton))/ },
  { name: 'formatter', test: /app.routes.formatter.(messages|sizes)\./ },
  { name: 'people', test: /app.(api.Told|profiles.(Position|Skills)\.|ui.(Avatar|Kept|LoadMore|dates|clicks|Written|hidden))/ },
];

/** The formatter's kernel is compiled before anything imports it. */
const jsonKernel: Plugin = { name: 'json-kernel', config: async () => void (await buildKernel()) };

export default defineConfig({
  plugins: [jsonKernel, tailwindcss(), reactRouter(), contractWire(), withoutUnused()],
  worker: { format: 'es' },
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
