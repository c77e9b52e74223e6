import { defineConfig } from 'vitest/config';

/** In milliseconds, and far above what any test takes: a busy machine is no failure. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };

/** The server's own suite, run as it is on each engine, and what only that engine can be put through. Node itself loads the code, as in production. */
const server = (engine: 'sqlite' | 'postgres') => ({
  test: {
    name: `server-${engine}`,
    include: ['server/test/{api,commands}/**/*.test.ts', `server/test/${engine}/**/*.test.ts`],
    provide: { engine },
    ...(engine === 'postgres' && { globalSetup: './server/test/postgres.ts' }),
    experimental: { viteModuleRunner: false, nodeLoader: false },
    ...patience,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2, // Vitest leaves one core free, which on two cores means a single worker
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,json}/**/*.test.ts', 'web/app/**/*.test.ts', 'server/test/unit/**/*.test.ts'],
          experimental: { viteModuleRunner: false, nodeLoader: false },
          ...patience,
        },
      },
      {
        test: {
          // What needs no engine, but processes of its own.
          name: 'program',
          include: ['server/test/program/**/*.test.ts'],
          experimental: { viteModuleRunner: false, nodeLoader: false },
          ...patience,
        },
      },
      server('sqlite'),
      server('postgres'),
      {
        test: {
          name: 'resilience',
          include: ['resilience/**/*.test.ts'],
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
    ],
  },
});
