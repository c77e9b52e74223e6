import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** What root needs, and what keeps the browser on this machine: no host but our own resolves. */
export const browserArguments = [
  '--no-sandbox',
  '--font-render-hinting=none',
  '--no-pings',
  '--disable-domain-reliability',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** The browser that CHROMIUM_PATH names; else the one from npm; else, on a platform that one is not made for, one found on the machine. */
export async function browserPath(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (process.platform === 'linux' && process.arch === 'x64') return (process.env.CHROMIUM_PATH = await fromPackage());
  const found = onMachine.find((path) => existsSync(path));
  if (found) return found;
  throw new Error('No Chromium here: name one with CHROMIUM_PATH');
}

const onMachine = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The npm package unpacks into whatever is the temporary folder at that moment, and takes any `chromium` it finds there for its own. It is given a folder of
 * its version to unpack into, which gets its final name once it is whole: neither an older version nor half a file is ever run.
 */
async function fromPackage(): Promise<string> {
  const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const folder = join(tmpdir(), `chromium-${version}-${userInfo().username}`);
  if (!existsSync(folder)) await unpack(packageFolder, folder);
  const starter = join(folder, 'start');
  if (!existsSync(starter)) writeFileSync(starter, startScript(folder), { mode: 0o755 });
  return starter;
}

async function unpack(packageFolder: string, folder: string): Promise<void> {
  const staging = mkdtempSync(`${folder}-`);
  const { TMPDIR: outside } = process.env;
  process.env.TMPDIR = staging;
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    await inflate(join(packageFolder, 'bin', 'al2023.tar.br'));
  } finally {
    if (outside === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = outside;
  }
  writeFileSync(join(staging, 'fonts.conf'), fonts(folder));
  mkdirSync(join(staging, 'cache'));
  try {
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // else another run was faster
  }
}

/** The machine's fonts where it has any, and always the package's. */
const fonts = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`;

/** A slim machine lacks a few libraries that Chromium is linked to: the package's are used then, and only then. */
function startScript(folder: string): string {
  const alone = spawnSync(join(folder, 'chromium'), ['--version']).status === 0;
  const libraries = alone ? '' : `export LD_LIBRARY_PATH='${folder}/al2023/lib'\n`;
  return `#!/bin/sh\nexport FONTCONFIG_FILE='${folder}/fonts.conf'\n${libraries}exec '${folder}/chromium' "$@"\n`;
}
