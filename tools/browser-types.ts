import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import browserCompatData from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier, SimpleSupportStatement, SupportStatement } from '@mdn/browser-compat-data';
import { oldestBrowsers } from '../web/browsers.ts';

/*
 * Types of the browser's APIs without those that a supported browser lacks, for web/tsconfig.browsers.json. A call of such an API is then an error, unless the code
 * declares it as optional.
 */

const root = join(import.meta.dirname, '..');

/** The folder with the configuration that `writeBrowserTypes` writes. */
export const browserTypes = 'node_modules/.cache/browser-types';

/** Writes TypeScript's declarations of the DOM, filtered, and a configuration that replaces the originals, also where packages refer to them. */
export function writeBrowserTypes(): { removed: number } {
  const { text, removed } = filterTypes(readFileSync(libraryPath(), 'utf8'));
  const folder = join(root, browserTypes);
  const library = join(folder, 'node_modules/@typescript/lib-dom');
  mkdirSync(library, { recursive: true });
  writeFileSync(join(library, 'index.d.ts'), text);
  writeFileSync(join(library, 'package.json'), JSON.stringify({ name: '@typescript/lib-dom', types: 'index.d.ts' }));
  const web = join(root, 'web');
  const { include } = JSON.parse(readFileSync(join(web, 'tsconfig.json'), 'utf8')) as { include: string[] };
  const config = {
    extends: join(web, 'tsconfig.json'),
    compilerOptions: { libReplacement: true },
    include: include.map((path) => join(web, path)),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return { removed };
}

function libraryPath(): string {
  const compiler = import.meta.resolve('typescript/package.json');
  const platform = import.meta.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`, compiler);
  return join(dirname(fileURLToPath(platform)), 'lib/lib.dom.d.ts');
}

/** Removes members and globals whose documentation links to an API that a supported browser lacks, and constructors of such interfaces. */
export function filterTypes(library: string): { text: string; removed: number } {
  const kept: string[] = [];
  let removed = 0;
  let comment: string[] = [];
  let container = '';
  let previous = { name: '', lacks: false };
  let skipsUntil: string | undefined;
  for (const line of library.split('\n')) {
    const trimmed = line.trimStart();
    if (skipsUntil !== undefined) {
      if (line === skipsUntil) skipsUntil = undefined;
    } else if (/^(\/\*\*|\*)/.test(trimmed)) comment.push(line);
    else {
      const [, indentation = '', name = ''] =
        /^( *)(?:declare (?:var|function) |function |var |readonly |get |set )?(\w+)/.exec(line) ?? [];
      const isConstructor = /^declare var \w+: \{$/.test(line);
      const [, path] = /developer\.mozilla\.org\/docs\/Web\/API\/([\w/]+)/.exec(comment.join('\n')) ?? [];
      if (indentation === '') container = /^interface (\w+)/.exec(line)?.[1] ?? '';
      // The overloads of a function share its documentation.
      const lacks = isConstructor
        ? isLacking([name])
        : path
          ? isLacking(path.split('/')) && !isOfNewerInterface(path, container)
          : previous.name === name && previous.lacks;
      previous = { name, lacks };
      const isRemoved = lacks && (isConstructor || indentation !== '' || /^declare (var|function)/.test(line)) && /[;{]$/.test(line);
      if (isRemoved) {
        removed++;
        if (line.endsWith('{')) skipsUntil = `${indentation}};`;
      } else kept.push(...comment, line);
      comment = [];
    }
  }
  return { text: kept.join('\n'), removed };
}

/** Whether a member of several interfaces has the documentation of one that a supported browser lacks. */
const isOfNewerInterface = (path: string, container: string): boolean => {
  const [documented = ''] = path.split('/');
  return container !== '' && documented !== container && isLacking([documented]);
};

function identifierAt(path: string[]): Identifier | undefined {
  let identifier: Identifier | undefined = browserCompatData.api;
  for (const key of path) identifier = identifier?.[key];
  return identifier;
}

function isLacking(path: string[]): boolean {
  // The data of functions that windows and workers share are not below Window.
  const identifier = identifierAt(path) ?? (path[0] === 'Window' ? identifierAt(path.slice(1)) : undefined);
  const support = identifier?.__compat?.support;
  if (!support) return false;
  return Object.entries(oldestBrowsers).some(([browser, version]) => {
    const statement = support[browser as keyof typeof oldestBrowsers];
    return statement !== undefined && !hasSupport(statement, Number(version));
  });
}

const hasSupport = (statement: SupportStatement, version: number): boolean =>
  [statement].flat().some((one: SimpleSupportStatement) => {
    const { version_added: added, version_removed: end, flags, prefix, alternative_name: otherName } = one;
    if (flags || prefix || otherName || end || added === false || added === 'preview') return false;
    return Number(String(added).replace('≤', '')) <= version;
  });
