import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { buildPages } from './build-pages.ts';
import { passwordsAreCurrent } from './common-passwords.ts';
import { importProblems } from './import-directions.ts';
import { readmeIsCurrent } from './readme-settings.ts';
import { plainSize, screenSizes, sizeProblems } from './sizes.ts';

/*
 * npm run check: all that can be said about the code without running its tests. A line for each check; what is wrong stands under it.
 */
const root = join(import.meta.dirname, '..');

interface Outcome {
  /** Empty where all is well. */
  wrong: string;
  /** A word more on what was found. */
  note?: string;
}

/** The compiler, which keeps what it learnt so that the next run looks only at what has changed. */
const types = (part: string) => `tsc -p ${part} --incremental --tsBuildInfoFile node_modules/.cache/types/${part}.json`;

const checks: Array<{ name: string; run: () => Promise<Outcome> }> = [
  {
    name: 'types of contract, json, server, tools',
    run: () => programs(types('contract'), types('json'), types('server'), types('tools')),
  },
  { name: 'types of web, e2e and resilience', run: () => programs(types('web'), types('e2e'), types('resilience')) },
  { name: 'format and lint', run: () => programs('biome check --error-on-warnings') },
  { name: 'nothing unused, nothing unlisted', run: () => programs('knip --cache') },
  { name: 'directions of imports', run: async () => ({ wrong: importProblems(root).join('\n') }) },
  {
    name: 'settings in the README',
    run: async () => ({ wrong: readmeIsCurrent() ? '' : 'They are not those of server/src/settings.ts: run npm run settings.' }),
  },
  {
    name: 'list of common passwords',
    run: async () => ({ wrong: passwordsAreCurrent() ? '' : 'It is not what the installed package makes: run npm run passwords.' }),
  },
  { name: 'sizes of the screens', run: sizes },
];

async function sizes(): Promise<Outcome> {
  buildPages();
  const found = screenSizes();
  const plain = await plainSize();
  const largest = (kind: 'script' | 'style') => `${kind} ${(Math.max(...found.map((size) => size[kind])) / 1024).toFixed(1)} KB`;
  return {
    wrong: sizeProblems(found, plain).join('\n'),
    note: `${found.length} screens, at most ${largest('script')} and ${largest('style')}; / 0 KB script, ${(plain.page / 1024).toFixed(1)} KB in all`,
  };
}

/** Runs programs of node_modules one after the other, until one fails; what that one says is what is wrong. */
async function programs(...commands: string[]): Promise<Outcome> {
  for (const command of commands) {
    const [program = '', ...words] = command.split(' ');
    const { code, said } = await output(program, words);
    if (code !== 0) return { wrong: `${command}\n${said.trim() || `ended with ${code} and said nothing`}` };
  }
  return { wrong: '' };
}

function output(program: string, words: string[]): Promise<{ code: number | null; said: string }> {
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const child = spawn(program, words, { cwd: root, env: { ...process.env, PATH: path }, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk) => said.push(chunk));
  child.stderr.on('data', (chunk) => said.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said: Buffer.concat(said).toString() }));
  });
}

const began = performance.now();
// The routes' types are generated, and looked for by more than one check.
const typegen = await programs('react-router typegen web');
if (typegen.wrong) throw new Error(typegen.wrong);
const outcomes = await Promise.all(
  checks.map(async ({ name, run }) => {
    const { wrong, note = '' } = await run().catch((error: Error) => ({ wrong: error.message }) as Outcome);
    console.log(wrong ? `FAILED ${name}\n${wrong.replace(/^/gm, '  ')}\n` : `ok ${name}${note && ` (${note})`}`);
    return wrong === '';
  }),
);
const failed = outcomes.filter((fine) => !fine).length;
console.log(
  `${failed ? `${failed} of ${checks.length} checks failed` : `All ${checks.length} checks are fine`}, in ${((performance.now() - began) / 1000).toFixed(0)} s`,
);
process.exitCode = failed ? 1 : 0;
