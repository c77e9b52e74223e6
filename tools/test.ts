import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { missingEngines } from '../e2e/engines/installed.ts';
import { buildPages } from './build-pages.ts';

/*
 * npm test: runs both test runners, also if the first fails. Each prints its failures; the names of all failed tests and the totals follow at the end.
 */
const root = join(import.meta.dirname, '..');
const folder = createFolder();
const env: NodeJS.ProcessEnv = {
  ...process.env,
  TMPDIR: folder,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
};

/** The used part of Vitest's report. A file may fail before its first test. */
interface VitestReport {
  numPassedTests: number;
  testResults: Array<{ name: string; status: string; assertionResults: Array<{ status: string; fullName: string }> }>;
}

/** The used part of Playwright's report. */
interface PlaywrightReport extends Suite {
  stats: { expected: number };
}
interface Suite {
  suites?: Suite[];
  /** Playwright merges the tests of several projects into one spec, whose `ok` is that of the first. */
  specs?: Array<{ title: string; file: string; line: number; tests: Array<{ projectName: string; status: string }> }>;
}

/** Creates the folder for reports and for the files of all tests: in memory if there is room, because databases create and delete files by the thousands. */
function createFolder(): string {
  const memory = '/dev/shm';
  const room = 8 * 2 ** 30;
  const hasRoom = existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize > room && freemem() > room;
  const folder = mkdtempSync(join(hasRoom ? memory : tmpdir(), 'dev-connector-'));
  chmodSync(folder, 0o1777); // PostgreSQL runs as another user if the tests run as root
  return folder;
}

interface Totals {
  passed: number;
  /** Names of the failed tests. */
  failed: string[];
}

function vitest(): Totals {
  const report = join(folder, 'vitest.json');
  return run<VitestReport>(`vitest run --reporter=default --reporter=json --outputFile.json=${report}`, report, (results) => ({
    passed: results.numPassedTests,
    failed: results.testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, assertionResults }) => {
        const failed = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => ` › ${fullName}`);
        return (failed.length > 0 ? failed : ['']).map((test) => `${relative(root, name)}${test}`);
      }),
  }));
}

function playwright(): Totals {
  const report = join(folder, 'playwright.json');
  const failedIn = ({ suites = [], specs = [] }: Suite): string[] => [
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests.filter(({ status }) => status === 'unexpected').map(({ projectName }) => `[${projectName}] e2e/${file}:${line} › ${title}`),
    ),
    ...suites.flatMap(failedIn),
  ];
  env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
  const command = `playwright test --config=e2e --reporter=${process.env.CI ? 'line' : 'list'},json`;
  return run<PlaywrightReport>(command, report, (results) => ({ passed: results.stats.expected, failed: failedIn(results) }));
}

/** Runs a runner and reads its report. If it fails without a failed test, or runs no tests, that counts as one failure. */
function run<Report>(command: string, report: string, totals: (report: Report) => Totals): Totals {
  const [program = '', ...args] = command.split(' ');
  const { status, signal } = spawnSync(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const { passed, failed } = existsSync(report) ? totals(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: [] };
  if (failed.length === 0 && (status !== 0 || passed === 0))
    failed.push(`${program} exited with ${signal ?? status} after ${passed} tests`);
  return { passed, failed };
}

// The files are in memory, so they are also deleted after Ctrl-C, which ends the runner first.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

buildPages();
const results = [vitest()];
await setImmediate(); // handles a signal
results.push(playwright());
const failed = results.flatMap((result) => result.failed);
if (failed.length > 0) console.log(`\nFailed:\n${failed.join('\n')}`);
if (missingEngines.length > 0) console.log(`\n${missingEngines.join('\n')}`);
console.log(`\n${results.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
