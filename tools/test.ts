import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { missingEngines } from '../e2e/engines/installed.ts';
import { buildPages } from './build-pages.ts';

/*
 * npm test: runs both test runners, also if the first fails. All failures and the totals follow at the end, where they are found in a log that was cut.
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
  testResults: Array<{ name: string; status: string; message: string; assertionResults: VitestResult[] }>;
}
interface VitestResult {
  status: string;
  fullName: string;
  failureMessages: string[];
}

/** The used part of Playwright's report. */
interface PlaywrightReport extends Suite {
  stats: { expected: number };
}
interface Suite {
  suites?: Suite[];
  /** Playwright merges the tests of several projects into one spec, whose `ok` is that of the first. */
  specs?: Array<{ title: string; file: string; line: number; tests: PlaywrightResult[] }>;
}
interface PlaywrightResult {
  projectName: string;
  status: string;
  results: Array<{ errors: Array<{ message?: string }> }>;
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
  failed: Failure[];
}
interface Failure {
  test: string;
  messages: string[];
}

function vitest(): Totals {
  const report = join(folder, 'vitest.json');
  return run<VitestReport>(`vitest run --reporter=default --reporter=json --outputFile.json=${report}`, report, (results) => ({
    passed: results.numPassedTests,
    failed: results.testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, message, assertionResults }) => {
        const file = relative(root, name);
        const failed = assertionResults.filter(({ status }) => status === 'failed');
        if (failed.length === 0) return { test: file, messages: [message] };
        return failed.map(({ fullName, failureMessages }) => ({ test: `${file} › ${fullName}`, messages: failureMessages }));
      }),
  }));
}

function playwright(): Totals {
  const report = join(folder, 'playwright.json');
  const failedIn = ({ suites = [], specs = [] }: Suite): Failure[] => [
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ projectName, results }) => ({
          test: `[${projectName}] e2e/${file}:${line} › ${title}`,
          messages: results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
        })),
    ),
    ...suites.flatMap(failedIn),
  ];
  env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
  const command = `playwright test --config=e2e --reporter=${process.env.CI ? 'dot' : 'list'},json`;
  return run<PlaywrightReport>(command, report, (results) => ({ passed: results.stats.expected, failed: failedIn(results) }));
}

/** Runs a runner and reads its report. If it fails without a failed test, or runs no tests, that counts as one failure. */
function run<Report>(command: string, report: string, totals: (report: Report) => Totals): Totals {
  const [program = '', ...args] = command.split(' ');
  const { status, signal, error } = spawnSync(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const { passed, failed } = existsSync(report) ? totals(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: [] };
  if (failed.length === 0 && (status !== 0 || passed === 0))
    failed.push({ test: `${program} exited with ${signal ?? status} after ${passed} tests`, messages: error ? [error.message] : [] });
  return { passed, failed };
}

/** Lines of a failure's message. Reports of pages and responses have thousands. */
const maxLines = 40;

function describe({ test, messages }: Failure): string {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, maxLines);
  return [test, ...lines.filter((line) => line !== '').map((line) => `    ${line}`)].join('\n');
}

// The files are in memory, so they are also deleted after Ctrl-C, which ends the runner first.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

buildPages();
const results = [vitest()];
await setImmediate(); // handles a signal
results.push(playwright());
const failed = results.flatMap((result) => result.failed);
if (failed.length > 0) console.log(`\nFailed:\n${failed.map(describe).join('\n')}`);
if (missingEngines.length > 0) console.log(`\n${missingEngines.join('\n')}`);
console.log(`\n${results.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
