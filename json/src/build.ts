/**
 * Compiles the kernel if its source or its compiler has changed. Node runs this when it loads the formatter, bundlers before they bundle it.
 * To run it alone: `npm run build -w json`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const sourceFolder = new URL('../kernel/', import.meta.url);
const buildFolder = new URL('../build/', import.meta.url);
const builtFile = new URL('kernel.wasm', buildFolder);
/** Module with the embedded kernel, for bundles that cannot read files at run time. */
const moduleFile = new URL('kernel.js', buildFolder);
const stampFile = new URL('kernel.stamp', buildFolder);

const compilerOptions = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--initialMemory', '32', '--disableWarning', '112'];

/** Returns the version of the compiler, or undefined if it is not installed. */
function compilerVersion(): string | undefined {
  try {
    return (createRequire(import.meta.url)('assemblyscript/package.json') as { version: string }).version;
  } catch {
    return undefined;
  }
}

/** Returns a hash of everything that the build depends on. */
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

/** Writes a temporary file and renames it, so that other processes never read a partial file. */
function writeAtomically(file: URL, content: string | Uint8Array): void {
  const temporary = new URL(`${file.href}.${process.pid}`);
  writeFileSync(temporary, content);
  renameSync(temporary, file);
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
  if (error || !binary) throw new Error(`Could not compile the formatter's kernel.\n${stderr}`, { cause: error ?? undefined });
  return binary;
}

/** Builds the kernel if needed. @returns the bytes of the WebAssembly module. */
export async function buildKernel(): Promise<Uint8Array<ArrayBuffer>> {
  const version = compilerVersion();
  const stamp = version && fingerprint(version);
  const upToDate = existsSync(builtFile) && existsSync(moduleFile) && existsSync(stampFile);
  if (!upToDate && !stamp)
    throw new Error('The formatter is not built and its compiler is not installed. Run npm ci, then npm run build -w json.');
  if (!upToDate || (stamp && readFileSync(stampFile, 'utf8') !== stamp)) {
    const binary = await compile();
    const base64 = Buffer.from(binary).toString('base64');
    mkdirSync(buildFolder, { recursive: true });
    writeAtomically(builtFile, binary);
    writeAtomically(moduleFile, `export const kernelBytes = Uint8Array.from(atob('${base64}'), (unit) => unit.charCodeAt(0));\n`);
    writeAtomically(stampFile, stamp as string);
  }
  return new Uint8Array(readFileSync(builtFile));
}

if (import.meta.main) await buildKernel();
