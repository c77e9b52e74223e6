import { buildKernel } from '@dev-connector/json/build';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { contractWire } from './contract-wire.ts';

// Few files compress better than many, and arrive in one round trip: the libraries, what the screens share, and each screen's own part.
const groups = [
  { name: 'libraries', test: /node_modules/, priority: 2 },
  { name: 'shared', test: /app.(session|alerts|forms|outcomes|ui|api.(client|queries|auth|profiles))|contract.src/, priority: 1 },
];

/** The formatter's kernel is compiled before anything imports it. */
const jsonKernel: Plugin = { name: 'json-kernel', config: async () => void (await buildKernel()) };

export default defineConfig({
  plugins: [jsonKernel, tailwindcss(), reactRouter(), contractWire()],
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
