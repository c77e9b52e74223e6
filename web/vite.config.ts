import { join } from 'node:path';
import { buildKernel } from '@dev-connector/json/build';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { apiReference } from './api-reference.ts';
import { buildTarget } from './browsers.ts';
import { chunks } from './chunks.ts';
import { stripContractSchemas } from './strip-contract-schemas.ts';
import { stripIconData } from './strip-icon-data.ts';
import { stripRouter } from './strip-router.ts';

/** Builds the formatter's kernel before any module imports it. */
const jsonKernel: Plugin = { name: 'json-kernel', config: async () => void (await buildKernel()) };

export default defineConfig({
  plugins: [jsonKernel, tailwindcss(), reactRouter(), stripContractSchemas(), stripIconData(), stripRouter(), apiReference()],
  optimizeDeps: { entries: ['app/**/*.tsx', '!app/**/*.{server,test}.tsx'] }, // or lazily imported packages are found late, and the page reloads
  resolve: { alias: { '../createLucideIcon.mjs': join(import.meta.dirname, 'app/ui/create-icon.tsx') } },
  worker: { format: 'es' },
  ssr: { noExternal: ['lucide-react', 'gemoji', 'diff'] }, // so that the packed site does not need them
  environments: {
    client: {
      build: {
        target: buildTarget,
        rolldownOptions: {
          output: { codeSplitting: { groups: chunks } },
        },
      },
    },
  },
});
