import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildPages } from './build-pages.ts';

/*
 * npm test: runs all tests. Both runners write reports, from which this program prints all failures and the totals at the end.
 */
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'dev-connector-reports-'));

interface Count {
  passed: number;
  failed: number;
  /** Name and message of each failed test. */
  failures: string[];
}

/** The used part of Vitest's report. A file that fails before its first test has a message. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** The used part of Playwright's report. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; line: number; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[];
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
    count: ({ numPassedTests, numFailedTests, testResults }: VitestReport) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      failures: testResults.flatMap(({ name, message, status, assertionResults }) => {
        const failed = assertionResults.filter((test) => test.status === 'failed');
        if (failed.length === 0) return status === 'failed' ? [describeFailure(relative(root, name), message)] : [];
        return failed.map(({ fullName, failureMessages }) =>
          describeFailure(`${relative(root, name)} › ${fullName}`, failureMessages.join('\n')),
        );
      }),
    }),
  },
  {
    name: 'Playwright',
    command: ['playwright', 'test', '--config=e2e', `--reporter=${process.env.CI ? 'line' : 'list'},json`],
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'playwright.json') },
    report: 'playwright.json',
    // A flaky test counts as failed.
    count: ({ stats, suites }: PlaywrightReport) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      failures: suites.flatMap(failuresOf),
    }),
  },
];

function failuresOf({ suites = [], specs }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok, tests }) => !ok || tests.some(({ results }) => results.some(({ error }) => error)));
  return [
    ...failed.map(({ title, file, line, tests }) => {
      const results = tests.flatMap((test) => test.results);
      return describeFailure(`${file}:${line} › ${title}`, results.map(({ error }) => error?.message ?? '').join('\n'));
    }),
    ...suites.flatMap(failuresOf),
  ];
}

/** Returns the name of a test and the first lines of its message. */
const describeFailure = (name: string, message: string) =>
  [name, ...stripVTControlCharacters(message).trim().split('\n').slice(0, 12)].join('\n    ');

/** Runs a runner. If it runs no tests, or fails without a failed test, that counts as one failure. */
function run({ name, command: [program = '', ...args], environment, report, count }: Runner): Count {
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const { status, signal } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment, PATH: path },
  });
  const { passed, failed, failures } = readReport(report, count);
  if (passed + failed === 0) failures.push(`${name} ran no tests.`);
  else if (status !== 0 && failed === 0) failures.push(`${name} exited with ${signal ?? status}, but no test failed.`);
  else return { passed, failed, failures };
  return { passed, failed: 1, failures };
}

function readReport(report: string, count: Runner['count']): Count {
  const path = join(folder, report);
  if (!existsSync(path)) return { passed: 0, failed: 0, failures: [] }; // the runner crashed
  return count(JSON.parse(readFileSync(path, 'utf8')) as never);
}

let [passed, failed] = [0, 0];
const failures: string[] = [];
try {
  buildPages();
  for (const runner of runners) {
    const count = run(runner);
    passed += count.passed;
    failed += count.failed;
    failures.push(...count.failures);
  }
} catch (error) {
  failures.push((error as Error).message);
  failed++;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failures.length > 0) console.log(`\nFailures:\n\n${failures.join('\n\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
