import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { buildPages } from './build-pages.ts';

/*
 * Makes dist/ (npm pack runs this first): the program as JavaScript, because Node strips no types under node_modules. It keeps the shape of the checkout, file by
 * file, so that addresses relative to a file hold in both and a stack names the file that a reader will find. Libraries stay outside: npm installs them.
 */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** What the program reads beside its code, at the same places as in the checkout. */
const read = ['server/src/db/migrations', 'server/src/common-passwords.txt', 'web/build/client', 'web/build/server', 'resume.json'];

interface Manifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
}

const manifest = readManifest('package.json');

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

async function makeDist(): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  execFileSync(process.execPath, [join(root, 'json/src/build.ts')]); // nothing where it is up to date
  buildPages();
  await compile();
  for (const path of read) if (existsSync(join(root, path))) copy(path);
  const { name, version } = manifest;
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ name, version, type: 'module' }, null, 2)}\n`);
}

function copy(path: string): void {
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  cpSync(join(root, path), join(dist, path), { recursive: true });
}

async function compile(): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: ['server/src/cli.ts', ...globSync('server/src/**/worker.ts', { cwd: root })], // a thread begins with a file of its own
    platform: 'node',
    // A helper of the compiler's own comes along.
    external: (id) => packageOf(id) !== undefined && !/^@(dev-connector|oxc-project)\//.test(id),
    // The kernel as bytes in a module: whoever installs the package has no compiler for it.
    plugins: [{ name: 'json-kernel', resolveId: (id) => (id === '#kernel' ? join(root, 'json/build/kernel.js') : undefined) }],
    treeshake: false,
  });
  await bundle.write({ dir: dist, format: 'esm', preserveModules: true, preserveModulesRoot: root, entryFileNames: '[name].js' });
  await bundle.close();
}

/** The package that a module's name is of; undefined for a path, and for what Node itself has. */
function packageOf(id: string): string | undefined {
  if (/^([./#]|node:)/.test(id) || builtinModules.includes(id)) return undefined;
  return id.split('/', id.startsWith('@') ? 2 : 1).join('/');
}

/** What is wrong with the packages that dist/ imports and package.json lists, one line each. */
function dependencyProblems(): string[] {
  const imported = new Set(globSync('{server,contract,json,web/build/server}/**/*.js', { cwd: dist }).flatMap(packagesOf));
  const listed = Object.keys(manifest.dependencies);
  return [
    ...[...imported].filter((name) => !listed.includes(name)).map((name) => `dist/ imports ${name}, which package.json does not list`),
    ...['contract', 'server'].flatMap((workspace) => unlisted(workspace)),
    ...listed.filter((name) => !workspaces.some((workspace) => name in dependenciesOf(workspace))).map((name) => `nothing needs ${name}`),
  ];
}

const workspaces = ['contract', 'json', 'server', 'web'];

const dependenciesOf = (workspace: string) => readManifest(`${workspace}/package.json`).dependencies ?? {};

/** What runs from dist/ may also be found at run time, as fonts are: all that these workspaces list belongs to the package, in the same version. */
function unlisted(workspace: string): string[] {
  return Object.entries(dependenciesOf(workspace))
    .filter(([name, range]) => !name.startsWith('@dev-connector/') && manifest.dependencies[name] !== range)
    .map(([name, range]) => `${workspace} needs ${name} ${range}, the package lists ${manifest.dependencies[name] ?? 'none'}`);
}

function packagesOf(file: string): string[] {
  const text = readFileSync(join(dist, file), 'utf8');
  const found = text.matchAll(/^(?:import|export)\b[^'"`;]*?["']([^"']+)["'];|\bimport\(["']([^"']+)["']\)/gm);
  return [...found].map(([, still, dynamic]) => packageOf(still ?? dynamic ?? '')).filter((name) => name !== undefined);
}

await makeDist();
const problems = dependencyProblems();
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
