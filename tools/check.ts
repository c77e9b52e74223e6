import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { browserTypes, writeBrowserTypes } from './browser-types.ts';
import { buildPages } from './build-pages.ts';
import { passwordsAreCurrent } from './common-passwords.ts';
import { eventTableIsCurrent } from './event-table.ts';
import { packagesWithoutIntegrity } from './lock-file.ts';
import { readmeIsCurrent } from './readme-settings.ts';
import { measurePageWithoutScript, screenSizes, sizeProblems } from './sizes.ts';
import { pastPolicy } from './visibility.ts';

/*
 * npm run check: all checks other than tests. Prints one line per check, followed by its problems.
 */
const root = join(import.meta.dirname, '..');

interface Outcome {
  /** Empty if the check passed. */
  problem: string;
  /** Details of a passed check. */
  note?: string;
}

/** Returns an incremental compiler command. A single checker takes a third of the processor time of the default four, which each infer the types that they need. */
const types = (part: string) => `tsc -p ${part} --checkers 1 --incremental --tsBuildInfoFile node_modules/.cache/types/${part}.json`;

const checks: Array<{ name: string; run: () => Promise<Outcome> }> = [
  {
    name: 'types of contract, json, server and tools',
    run: () => programs(types('contract'), types('json'), types('server'), types('tools')),
  },
  { name: 'types of web, e2e and resilience', run: () => programs(types(browserTypes), types('e2e'), types('resilience')) },
  { name: 'format and lint', run: () => programs('biome check --error-on-warnings') },
  { name: 'unused code and dependencies', run: () => programs('knip') },
  {
    name: 'import rules',
    run: () => programs('depcruise --config tools/import-rules.ts contract json server web e2e tools bench resilience'),
  },
  {
    name: 'settings in the README',
    run: async () => ({
      problem: readmeIsCurrent() ? '' : 'The table differs from server/src/platform/settings.ts. Run npm run settings.',
    }),
  },
  {
    name: 'table of events',
    run: async () => ({
      problem: eventTableIsCurrent() ? '' : 'The table in docs/architecture.md differs from the code. Run npm run events.',
    }),
  },
  { name: 'visibility', run: async () => ({ problem: pastPolicy().join('\n') }) },
  {
    name: 'common passwords',
    run: async () => ({ problem: passwordsAreCurrent() ? '' : 'The list differs from the installed package. Run npm run passwords.' }),
  },
  {
    name: 'lock file',
    run: async () => {
      const names = packagesWithoutIntegrity();
      return {
        problem:
          names.length > 0
            ? `package-lock.json has no sha512 integrity for: ${names.join(', ')}. Run npm install where node_modules does not exist.`
            : '',
      };
    },
  },
  { name: 'screen sizes', run: sizes },
];

async function sizes(): Promise<Outcome> {
  buildPages();
  const screens = screenSizes();
  const pageWithoutScript = await measurePageWithoutScript();
  const largest = (kind: 'script' | 'style') => `${kind} ${(Math.max(...screens.map((size) => size[kind])) / 1024).toFixed(1)} KB`;
  return {
    problem: sizeProblems(screens, pageWithoutScript).join('\n'),
    note: `${screens.length} screens, at most ${largest('script')} and ${largest('style')}; / 0 KB script, ${(pageWithoutScript.page / 1024).toFixed(1)} KB in total`,
  };
}

/** Runs programs of node_modules in sequence until one fails. The output of that one is the problem. */
async function programs(...commands: string[]): Promise<Outcome> {
  for (const command of commands) {
    const [program = '', ...args] = command.split(' ');
    const { code, text } = await capture(program, args);
    if (code !== 0) return { problem: `${command}\n${text.trim() || `exited with ${code} without output`}` };
  }
  return { problem: '' };
}

function capture(program: string, args: string[]): Promise<{ code: number | null; text: string }> {
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const child = spawn(program, args, { cwd: root, env: { ...process.env, PATH: path }, stdio: ['ignore', 'pipe', 'pipe'] });
  const text: Buffer[] = [];
  child.stdout.on('data', (chunk) => text.push(chunk));
  child.stderr.on('data', (chunk) => text.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, text: Buffer.concat(text).toString() }));
  });
}

const began = performance.now();
// Several checks need the generated types of the routes.
const typegen = await programs('react-router typegen web');
if (typegen.problem) throw new Error(typegen.problem);
writeBrowserTypes();
const outcomes = await Promise.all(
  checks.map(async ({ name, run }) => {
    const { problem, note = '' } = await run().catch((error: Error) => ({ problem: error.message }) as Outcome);
    console.log(problem ? `FAILED ${name}\n${problem.replace(/^/gm, '  ')}\n` : `ok ${name}${note && ` (${note})`}`);
    return problem === '';
  }),
);
const failed = outcomes.filter((passed) => !passed).length;
console.log(
  `${failed ? `${failed} of ${checks.length} checks failed` : `All ${checks.length} checks passed`}, in ${((performance.now() - began) / 1000).toFixed(0)} s`,
);
process.exitCode = failed ? 1 : 0;
