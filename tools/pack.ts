import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { buildPages } from './build-pages.ts';
import { listComponents } from './sbom.ts';

/*
 * Builds dist/ before npm pack: the program as JavaScript, because Node does not strip types in node_modules. dist/ has the structure of the
 * repository, so that relative paths work and stack traces name source files. npm installs the libraries.
 */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** Files that the program reads at run time. */
const runtimeFiles = [
  'server/src/platform/db/migrations',
  'server/src/features/accounts/passwords/common-passwords.txt',
  'web/build/client',
  'web/build/server',
  'resume.json',
];

interface Manifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
}

const manifest = readManifest('package.json');

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

async function buildDist(): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  execFileSync(process.execPath, [join(root, 'json/src/build.ts')]); // does nothing if the kernel is up to date
  buildPages();
  await compile();
  for (const path of runtimeFiles) if (existsSync(join(root, path))) copy(path);
  const { name, version } = manifest;
  writeFileSync(
    join(dist, 'package.json'),
    `${JSON.stringify({ name, version, type: 'module', dependencies: manifest.dependencies }, null, 2)}\n`,
  );
  writeFileSync(join(dist, 'sbom.json'), listComponents(join(root, 'package-lock.json'), manifest));
}

function copy(path: string): void {
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  cpSync(join(root, path), join(dist, path), { recursive: true });
}

async function compile(): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: ['server/src/cli/cli.ts', ...globSync('server/src/**/worker.ts', { cwd: root })], // worker threads have their own entry file
    platform: 'node',
    // Bundle the workspaces and the runtime helper of the compiler.
    external: (id) => packageOf(id) !== undefined && !/^@(dev-connector|oxc-project)\//.test(id),
    // Embed the kernel, because users of the package do not have its compiler.
    plugins: [{ name: 'json-kernel', resolveId: (id) => (id === '#kernel' ? join(root, 'json/build/kernel.js') : undefined) }],
    treeshake: false,
  });
  await bundle.write({ dir: dist, format: 'esm', preserveModules: true, preserveModulesRoot: root, entryFileNames: '[name].js' });
  await bundle.close();
}

/** Returns the package of a module specifier; undefined for paths and built-in modules. */
function packageOf(id: string): string | undefined {
  if (/^([./#]|node:)/.test(id) || builtinModules.includes(id)) return undefined;
  return id.split('/', id.startsWith('@') ? 2 : 1).join('/');
}

/** Returns one line per mismatch between the imports of dist/ and the dependencies in package.json. */
function dependencyProblems(): string[] {
  const imported = new Set(globSync('{server,contract,json,web/build/server}/**/*.js', { cwd: dist }).flatMap(packagesOf));
  const listed = Object.keys(manifest.dependencies);
  return [
    ...[...imported].filter((name) => !listed.includes(name)).map((name) => `dist/ imports ${name}, which package.json does not list`),
    ...['contract', 'server'].flatMap((workspace) => unlistedDependencies(workspace)),
    ...listed
      .filter((name) => !workspaces.some((workspace) => name in dependenciesOf(workspace)))
      .map((name) => `package.json lists ${name}, which no workspace needs`),
  ];
}

const workspaces = ['contract', 'json', 'server', 'web'];

const dependenciesOf = (workspace: string) => readManifest(`${workspace}/package.json`).dependencies ?? {};

/** Returns the dependencies of a workspace that package.json lacks or has in another version. Some, such as fonts, are resolved at run time. */
function unlistedDependencies(workspace: string): string[] {
  return Object.entries(dependenciesOf(workspace))
    .filter(([name, range]) => !name.startsWith('@dev-connector/') && manifest.dependencies[name] !== range)
    .map(([name, range]) => `${workspace} needs ${name} ${range}, package.json lists ${manifest.dependencies[name] ?? 'none'}`);
}

function packagesOf(file: string): string[] {
  const text = readFileSync(join(dist, file), 'utf8');
  const imports = text.matchAll(/^(?:import|export)\b[^'"`;]*?["']([^"']+)["'];|\bimport\(["']([^"']+)["']\)/gm);
  return [...imports].map(([, fromStatic, dynamic]) => packageOf(fromStatic ?? dynamic ?? '')).filter((name) => name !== undefined);
}

await buildDist();
const problems = dependencyProblems();
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
