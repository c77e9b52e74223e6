/**
 * Compiles the kernel when its source or its compiler has changed since the last time. Run by Node itself whenever it loads the
 * formatter, and by whatever bundles it for a browser; as a program: `npm run build -w json`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const sourceFolder = new URL('../kernel/', import.meta.url);
const buildFolder = new URL('../build/', import.meta.url);
const builtFile = new URL('kernel.wasm', buildFolder);
/** Module that a bundler takes instead, because it cannot read files at run time. */
const moduleFile = new URL('kernel.js', buildFolder);
const stampFile = new URL('kernel.stamp', buildFolder);

const compilerOptions = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--initialMemory', '32', '--disableWarning', '112'];

/** The compiler's version, or nothing where only what has been built is installed. */
function compilerVersion(): string | undefined {
  try {
    return (createRequire(import.meta.url)('assemblyscript/package.json') as { version: string }).version;
  } catch {
    return undefined;
  }
}

/** What the build depends on, as one hash. */
function fingerprint(version: string): string {
  const hash = createHash('sha256')
    .update(version)
    .update(readFileSync(new URL(import.meta.url)));
  for (const name of readdirSync(sourceFolder)
    .filter((file) => file.endsWith('.ts'))
    .sort())
    hash.update(name).update(readFileSync(new URL(name, sourceFolder)));
  return hash.digest('hex');
}

/** Writes beside and renames, so that another process never reads half a file. */
function writeWhole(file: URL, content: string | Uint8Array): void {
  const beside = new URL(`${file.href}.${process.pid}`);
  writeFileSync(beside, content);
  renameSync(beside, file);
}

async function compile(): Promise<Uint8Array> {
  const { default: compiler } = await import('assemblyscript/asc');
  const entry = fileURLToPath(new URL('index.ts', sourceFolder));
  let binary: Uint8Array | undefined;
  const { error, stderr } = await compiler.main([entry, '--outFile', 'kernel.wasm', ...compilerOptions], {
    writeFile: (_name: string, content: string | Uint8Array) => {
      if (typeof content !== 'string') binary = content;
    },
  });
  if (error || !binary) throw new Error(`The formatter's kernel does not compile.\n${stderr}`, { cause: error ?? undefined });
  return binary;
}

/** Builds the kernel unless it is up to date. @returns the bytes of the WebAssembly module. */
export async function buildKernel(): Promise<Uint8Array<ArrayBuffer>> {
  const version = compilerVersion();
  const stamp = version && fingerprint(version);
  const upToDate = existsSync(builtFile) && existsSync(moduleFile) && existsSync(stampFile);
  if (!upToDate && !stamp)
    throw new Error('The formatter has not been built and its compiler is not installed: npm ci, then npm run build -w json.');
  if (!upToDate || (stamp && readFileSync(stampFile, 'utf8') !== stamp)) {
    const binary = await compile();
    const base64 = Buffer.from(binary).toString('base64');
    mkdirSync(buildFolder, { recursive: true });
    writeWhole(builtFile, binary);
    writeWhole(moduleFile, `export const kernelBytes = Uint8Array.from(atob('${base64}'), (unit) => unit.charCodeAt(0));\n`);
    writeWhole(stampFile, stamp as string);
  }
  return new Uint8Array(readFileSync(builtFile));
}

if (import.meta.main) await buildKernel();
