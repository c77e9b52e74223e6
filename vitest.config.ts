import { defineConfig } from 'vitest/config';

/** In milliseconds. Far longer than any test takes, so that tests do not fail on a busy machine. */
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000 };

/** The shared server tests plus those specific to the engine. Node loads the code directly, as in production. */
const server = (engine: 'sqlite' | 'postgres') => ({
  test: {
    name: `server-${engine}`,
    include: ['server/test/{api,commands}/**/*.test.ts', `server/test/${engine}/**/*.test.ts`],
    provide: { engine },
    ...(engine === 'postgres' && { globalSetup: './server/test/postgres.ts' }),
    experimental: { viteModuleRunner: false, nodeLoader: false },
    ...timeouts,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2, // by default Vitest leaves one core free, so two cores would run a single worker
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,json}/**/*.test.ts', 'web/app/**/*.test.ts', 'server/test/unit/**/*.test.ts'],
          experimental: { viteModuleRunner: false, nodeLoader: false },
          ...timeouts,
        },
      },
      {
        test: {
          // Tests that start the program as a process; they do not depend on the engine.
          name: 'program',
          include: ['server/test/program/**/*.test.ts'],
          experimental: { viteModuleRunner: false, nodeLoader: false },
          ...timeouts,
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
