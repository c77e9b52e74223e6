import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildPages } from './build-pages.ts';

/*
 * npm test: every test there is. Both runners print what they do, and besides write a report that is counted here; what failed is said once more
 * at the end, where it is found without a search, and the last line is the sum.
 */
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'dev-connector-reports-'));

interface Count {
  passed: number;
  failed: number;
  /** What each failed test is called, with what it said. */
  failures: string[];
}

/** What is read of Vitest's report; a file that fails before it has any test has a message of its own. */
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

/** What is read of Playwright's report. */
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
        if (failed.length === 0) return status === 'failed' ? [said(relative(root, name), message)] : [];
        return failed.map(({ fullName, failureMessages }) => said(`${relative(root, name)} › ${fullName}`, failureMessages.join('\n')));
      }),
    }),
  },
  {
    name: 'Playwright',
    command: ['playwright', 'test', '--config=e2e', `--reporter=${process.env.CI ? 'line' : 'list'},json`],
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'playwright.json') },
    report: 'playwright.json',
    // A flaky test is one that failed and then passed: it is not let through.
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
      return said(`${file}:${line} › ${title}`, results.map(({ error }) => error?.message ?? '').join('\n'));
    }),
    ...suites.flatMap(failuresOf),
  ];
}

/** A test's name over the first lines of what it said. */
const said = (name: string, words: string) => [name, ...stripVTControlCharacters(words).trim().split('\n').slice(0, 12)].join('\n    ');

/** Runs all of a runner's tests. A runner that ends badly without a failed test to show for it, or that found no tests, counts as one failure. */
function run({ name, command: [program = '', ...words], environment, report, count }: Runner): Count {
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const { status, signal } = spawnSync(program, words, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment, PATH: path },
  });
  const { passed, failed, failures } = read(report, count);
  if (passed + failed === 0) failures.push(`${name} ran no tests.`);
  else if (status !== 0 && failed === 0) failures.push(`${name} ended with ${signal ?? status}, though no test failed.`);
  else return { passed, failed, failures };
  return { passed, failed: 1, failures };
}

function read(report: string, count: Runner['count']): Count {
  const path = join(folder, report);
  if (!existsSync(path)) return { passed: 0, failed: 0, failures: [] }; // the runner died before it wrote one
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
if (failures.length > 0) console.log(`\nWhat failed:\n\n${failures.join('\n\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
