import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

// Few files compress better than many, and arrive in one round trip: the libraries, what the screens share, and each screen's own part.
const groups = [
  { name: 'libraries', test: /node_modules/, priority: 2 },
  { name: 'shared', test: /app.(api|session|alerts|ui|posts)|contract.src/, priority: 1 },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: { client: { build: { target: 'esnext', rollupOptions: { output: { codeSplitting: { groups } } } } } },
});
