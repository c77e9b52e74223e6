import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as contract from '@dev-connector/contract';
import { describe, expect, test, vi } from 'vitest';
import { commands } from '../../src/cli/cli.ts';
import { settingsTable } from '../../src/platform/settings.ts';

/* Checks that the commands, settings, endpoints and files that the documentation mentions exist. */

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...globSync('docs/*.md', { cwd: root })];
const records = globSync('docs/decisions/*.md', { cwd: root });
const examples = globSync('deploy/*', { cwd: root });
/** All inline and fenced code of a page. */
const codeOf = (file: string) =>
  [...read(file).matchAll(/```[^\n]*\n(.*?)```|`([^`\n]+)`/gs)].map(([, fenced, inline]) => fenced ?? inline ?? '');
const code = pages.flatMap((file) => codeOf(file).map((text) => ({ file, text })));
/** Matches of a pattern's first group in the code of all pages, with the file of each. */
const namesMatching = (pattern: RegExp) =>
  code.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([, name = '']) => ({ file, name })));

async function helpOf(name: string): Promise<string> {
  if (name === 'format') return '--help'; // the formatter prints its help without console.log
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await (await commands[name]?.load())?.(['--help']);
  const output = log.mock.calls.flat().join('\n');
  log.mockRestore();
  return output;
}

describe('the documentation', () => {
  test('mentions only existing commands and options, and every command', async () => {
    const calls = code.flatMap(({ file, text }) =>
      [...text.matchAll(/(?:^|npx |\$|\s)dev-connector ([a-z]+)([^\n|;)#]*)/g)].map(([, name = '', rest = '']) => ({ file, name, rest })),
    );
    expect(calls.length).toBeGreaterThan(20);
    for (const { file, name, rest } of calls.filter(({ name }) => !['copy', 'COMMAND'].includes(name))) {
      expect(Object.keys(commands), `${file}: dev-connector ${name}${rest}`).toContain(name);
      const help = await helpOf(name);
      for (const [option] of rest.matchAll(/--[a-z]+/g))
        expect(`${help} --help`, `${file}: dev-connector ${name}${rest}`).toContain(option);
      const task = name === 'user' && /^ ([a-z-]+)/.exec(rest)?.[1];
      if (task) expect(help, `${file}: dev-connector ${name}${rest}`).toContain(`user ${task}`);
    }
    const running = read('docs/running.md');
    for (const name of Object.keys(commands)) expect(running, name).toMatch(new RegExp(`\`${name}[\` ]`));
  });

  test('mentions only existing npm scripts, and every public one', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const called = namesMatching(/npm run ([\w:-]+)/g);
    expect(called.length).toBeGreaterThan(10);
    for (const { file, name } of called) expect(Object.keys(scripts), file).toContain(name);
    const documented = new Set(called.map(({ name }) => name));
    const internal = ['start', 'test', 'prestart', 'prepack', 'build', 'format']; // npm lifecycle scripts and scripts called by others
    expect(Object.keys(scripts).filter((name) => !documented.has(name) && !internal.includes(name))).toEqual([]);
  });

  test('mentions only existing settings', () => {
    const otherNames = ['NODE_OPTIONS', 'PGPASSWORD', 'MEMBER', 'FILE', 'ADDRESS', 'ID', 'COMMAND', 'VERSION', 'NNNN'];
    const settings = Object.entries(settingsTable).flatMap(([name, { secret }]: [string, { secret?: true }]) => [
      name,
      ...(secret ? [`${name}_FILE`] : []),
    ]);
    const set = [
      ...namesMatching(/(?:^|\s)([A-Z][A-Z0-9_]+)(?==)/gm),
      ...namesMatching(/^([A-Z][A-Z0-9]*_[A-Z0-9_]+)$/g),
      ...examples.flatMap((file) => [...read(file).matchAll(/\b([A-Z]+(?:_[A-Z]+)+)\b/g)].map(([, name = '']) => ({ file, name }))),
    ];
    expect(set.length).toBeGreaterThan(30);
    const foreignNames = /^(AF_|X_FILE|CAP_)/;
    for (const { file, name } of set.filter(({ name }) => !otherNames.includes(name) && !foreignNames.test(name)))
      expect(settings, file).toContain(name);
  });

  test('mentions only existing endpoints', () => {
    const endpoints = Object.values(contract)
      .map((item) => item as unknown as contract.Endpoint)
      .filter((item) => item.method && item.path);
    /** Ignores the names of parameters, which may differ in the text. */
    const shape = (path: string) => path.replaceAll(/@?(?::\w+|\{\w+\})/g, ':');
    const paths = endpoints.map(({ path }) => shape(path));
    const called = [...namesMatching(/(\/api\/[\w/:@{}.-]+)/g), ...namesMatching(/(\/healthz|\/readyz)/g)];
    expect(called.length).toBeGreaterThan(8);
    for (const { file, name } of called.filter(({ file, name }) => file !== 'CONTRIBUTING.md' || !name.startsWith('/api/posts/count')))
      if (!/\.(ts|md)$/.test(name)) expect(paths, file).toContain(shape(name));
  });

  test('links only to existing files, headings and tests', () => {
    const slug = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .trim()
        .replace(/\s/g, '-');
    for (const file of [...pages, ...records, 'bench/README.md']) {
      for (const [, target = ''] of read(file).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
        const [path = '', anchor] = target.split('#');
        const linkedFile = path ? join(dirname(file), path) : file;
        expect(existsSync(join(root, linkedFile)), `${file}: ${target}`).toBe(true);
        if (anchor)
          expect(
            [...read(linkedFile).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading)),
            `${file}: ${target}`,
          ).toContain(anchor);
      }
      for (const text of codeOf(file))
        if (/^[\w.-]+(\/[\w.-]+)+\.(ts|tsx|sql|md|json)$/.test(text)) expect(existsSync(join(root, text)), `${file}: ${text}`).toBe(true);
    }
  });

  test('lists each decision record with its title and status', () => {
    const index = read('docs/decisions/README.md');
    const numbered = records.filter((file) => !file.endsWith('README.md')).sort();
    expect(numbered.length).toBeGreaterThan(10);
    for (const [position, file] of numbered.entries()) {
      const [, number = '', title = '', status = ''] =
        /^# (\d+)\. (.+)\n\nStatus: ((?:accepted|rejected|superseded)[^;\n]*)/.exec(read(file)) ?? [];
      expect(Number(number), file).toBe(position + 1);
      expect(index, file).toContain(`| [${number.padStart(4, '0')} ${title}](${basename(file)}) | ${status} |`);
    }
  });

  test('is fully linked from the README', () => {
    const linked = [...read('README.md').matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target]) => target);
    for (const file of [...pages.filter((page) => page !== 'README.md'), ...examples]) expect(linked).toContain(file);
  });
});
