import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'web/build/stamp');
/** Sources of the built pages. */
const sources = [
  'web/app/**',
  'web/public/**',
  'web/*.ts',
  'web/offline/**',
  'web/package.json',
  'contract/src/**',
  'json/{src,kernel}/**',
  'json/package.json',
  'package-lock.json',
  'tools/build-pages.ts',
];

/** Minimum bytes of a file to compress. A smaller one fits into one packet. */
const minCompressedSize = 1024;

/** Builds the web pages unless web/build is up to date. Throws with the output of a failed build. */
export function buildPages(): void {
  const currentHash = hashOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === currentHash) return;
  console.log('Building the web pages …');
  rmSync(stamp, { force: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, [reactRouter(), 'build'], {
    cwd: join(root, 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`Could not build the web pages:\n${stdout}${stderr}`);
  compress();
  writeFileSync(stamp, currentHash);
}

/** Maximum bytes of a file for the maximum Brotli quality, which takes seconds per megabyte. */
const maxBestQualitySize = 1024 * 1024;

/** Writes Brotli and gzip versions of all text files of the build. */
function compress(): void {
  const client = join(root, 'web/build/client');
  for (const file of globSync('**/*.{js,css,svg,json,txt,wasm,webmanifest}', { cwd: client })) {
    const bytes = readFileSync(join(client, file));
    if (bytes.length < minCompressedSize) continue;
    const params = {
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_QUALITY]: bytes.length > maxBestQualitySize ? 9 : constants.BROTLI_MAX_QUALITY,
    };
    writeFileSync(join(client, `${file}.br`), brotliCompressSync(bytes, { params }));
    writeFileSync(join(client, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(sources, { cwd: root }).sort()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function reactRouter(): string {
  const manifest = createRequire(join(root, 'web/package.json')).resolve('@react-router/dev/package.json');
  return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin['react-router']);
}

if (import.meta.main) {
  try {
    buildPages();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
