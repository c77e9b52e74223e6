import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buildPages } from './build-pages.ts';

/*
 * npm test: every test there is. Both runners print what they do, and besides write a report that is counted here; the last line is the sum.
 */
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'dev-connector-reports-'));

interface Count {
  passed: number;
  failed: number;
}

interface Runner {
  name: string;
  command: string[];
  environment?: Record<string, string>;
  report: string;
  count(report: never): Count;
}

const runners: Runner[] = [
  {
    name: 'Vitest',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, 'vitest.json')}`],
    report: 'vitest.json',
    count: ({ numPassedTests, numFailedTests }: { numPassedTests: number; numFailedTests: number }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
    }),
  },
  {
    name: 'Playwright',
    command: ['playwright', 'test', '--config=e2e', `--reporter=${process.env.CI ? 'line' : 'list'},json`],
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'playwright.json') },
    report: 'playwright.json',
    // A flaky test is one that failed and then passed: it is not let through.
    count: ({ stats }: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
    }),
  },
];

/** Runs all of a runner's tests. A runner that ends badly without a failed test to show for it, or that found no tests, counts as one failure. */
function run({ name, command: [program = '', ...words], environment, report, count }: Runner): Count {
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const { status, signal } = spawnSync(program, words, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment, PATH: path },
  });
  const { passed, failed } = read(report, count);
  if (passed + failed === 0) console.error(`${name} ran no tests.`);
  else if (status !== 0 && failed === 0) console.error(`${name} ended with ${signal ?? status}, though no test failed.`);
  else return { passed, failed };
  return { passed, failed: 1 };
}

function read(report: string, count: Runner['count']): Count {
  try {
    return count(JSON.parse(readFileSync(join(folder, report), 'utf8')) as never);
  } catch {
    return { passed: 0, failed: 0 }; // the runner died before it wrote one
  }
}

let [passed, failed] = [0, 0];
try {
  buildPages();
  for (const runner of runners) {
    const count = run(runner);
    passed += count.passed;
    failed += count.failed;
  }
} catch (error) {
  console.error((error as Error).message);
  failed++;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
