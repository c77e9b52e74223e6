import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** Arguments that let Chromium run as root, start fewer processes, and reach no other hosts: only local names resolve. */
export const browserArguments = [
  '--no-sandbox',
  '--renderer-process-limit=1', // without it, a spare process starts for every page; contexts never share a process
  '--font-render-hinting=none',
  '--no-pings',
  '--disable-domain-reliability',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** Bytes of shared memory that four browsers never use up. */
const enoughSharedMemory = 2 ** 30;

/** Playwright's arguments to leave out. Shared memory in files of /tmp costs more than in /dev/shm, which is large enough except in some containers. */
export const ignoredArguments = sharedMemory() > enoughSharedMemory ? ['--disable-dev-shm-usage'] : [];

/** Returns the free bytes of /dev/shm, or 0 on platforms without it. */
function sharedMemory(): number {
  if (!existsSync('/dev/shm')) return 0;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize;
}

/** Returns CHROMIUM_PATH if set, else the browser from npm or, on platforms that package does not support, an installed one. */
export async function browserPath(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (process.platform === 'linux' && process.arch === 'x64') return (process.env.CHROMIUM_PATH = await fromPackage());
  const found = installedPaths.find((path) => existsSync(path));
  if (found) return found;
  throw new Error('Chromium was not found. Set CHROMIUM_PATH to its path.');
}

const installedPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Unpacks Chromium into a folder per version. The npm package unpacks into the temporary folder and reuses any `chromium` it finds there, so a staging folder,
 * renamed when complete, prevents running an older version or an incomplete file.
 */
async function fromPackage(): Promise<string> {
  const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const folder = join(tmpdir(), `chromium-${version}-${userInfo().username}`);
  if (!existsSync(folder)) await unpack(packageFolder, folder);
  const script = join(folder, 'start');
  if (!existsSync(script)) writeFileSync(script, scriptSource(folder), { mode: 0o755 });
  return script;
}

async function unpack(packageFolder: string, folder: string): Promise<void> {
  const staging = mkdtempSync(`${folder}-`);
  const { TMPDIR: previous } = process.env;
  process.env.TMPDIR = staging;
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    await inflate(join(packageFolder, 'bin', 'al2023.tar.br'));
  } finally {
    if (previous === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = previous;
  }
  writeFileSync(join(staging, 'fonts.conf'), fonts(folder));
  mkdirSync(join(staging, 'cache'));
  try {
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // otherwise another run has unpacked it first
  }
}

/** Uses the fonts of the package and, if present, of the system. */
const fonts = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`;

/** Adds the shared libraries of the package to the path only if Chromium does not start with those of the system. */
function scriptSource(folder: string): string {
  const starts = spawnSync(join(folder, 'chromium'), ['--version']).status === 0;
  const libraries = starts ? '' : `export LD_LIBRARY_PATH='${folder}/al2023/lib'\n`;
  return `#!/bin/sh\nexport FONTCONFIG_FILE='${folder}/fonts.conf'\n${libraries}exec '${folder}/chromium' "$@"\n`;
}
