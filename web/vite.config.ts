import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { contractWire, schemaBuilders } from './contract-wire.ts';

// Few files compress better than many, and arrive in one round trip: the libraries, what the screens share, and each screen's own part.
const groups = [
  { name: 'libraries', test: /node_modules/, priority: 2 },
  { name: 'shared', test: /app.(session|alerts|forms|outcomes|ui|api.(client|queries|auth|profiles))|contract.src/, priority: 1 },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), contractWire()],
  environments: {
    client: {
      build: {
        target: 'esnext',
        rolldownOptions: {
          treeshake: { manualPureFunctions: schemaBuilders, propertyReadSideEffects: false },
          output: { codeSplitting: { groups } },
        },
      },
    },
  },
});
