import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** In milliseconds. Far longer than any test takes, so that tests do not fail on a busy machine. */
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 50_000 } } };

/** Node loads the code directly, as in production, and once per worker, which halves the time of most files. */
const inNode = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  isolate: false,
  setupFiles: './server/test/setup.ts',
  ...timeouts,
};

/** The shared server tests plus those specific to the engine. Tests in `http` do not depend on the engine and run on SQLite. */
const server = (engine: 'sqlite' | 'postgres') => ({
  test: {
    name: `server-${engine}`,
    include: [
      'server/test/{api,commands}/**/*.test.ts',
      `server/test/${engine}/**/*.test.ts`,
      ...(engine === 'sqlite' ? ['server/test/http/**/*.test.ts'] : []),
    ],
    provide: { engine },
    ...(engine === 'postgres' && { globalSetup: './server/test/postgres.ts' }),
    ...inNode,
  },
});

/** The files that take longest. Started last, one worker would still run them when the others have no files left. */
const slowest = ['/resilience/', 'unit/markdown.test.ts', 'unit/resume-pdf.test.ts', 'unit/process.test.ts'];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { slow = [], others = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      slowest.some((part) => moduleId.includes(part)) ? 'slow' : 'others',
    );
    return [...slow, ...others];
  }
}

export default defineConfig({
  test: {
    // One worker more than cores, because many tests wait for processes and databases. By default, two cores would run a single worker.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,json}/**/*.test.ts', 'server/test/unit/**/*.test.ts'],
          ...inNode,
        },
      },
      {
        // Vite resolves the imports of the web application, which have no file extensions.
        test: { name: 'web', include: ['web/app/**/*.test.ts'], ...timeouts },
      },
      {
        test: {
          // Tests that start the program as a process; they do not depend on the engine.
          name: 'program',
          include: ['server/test/program/**/*.test.ts'],
          ...inNode,
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
