#!/usr/bin/env node
// Old JavaScript syntax, so that an old Node can run this file and start the Node that npm installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const newEnough = typeof Temporal !== 'undefined'; // available since Node 26

if (newEnough) run();
else runInstalledNode();

/** Runs the TypeScript sources in a checkout, and the compiled files in the package. */
function run() {
  // Without it, React would use its development build, which takes several times as long to render.
  if (!process.env.NODE_ENV) process.env.NODE_ENV = 'production';
  // The compile cache halves the time to the first response. It is in our own folder, because cached code runs unchecked.
  process.getBuiltinModule('node:module').enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
  if (process.argv[2] === 'start') useLittleMemory();
  const sources = existsSync(new URL('./src/cli/cli.ts', import.meta.url));
  import(sources ? './src/cli/cli.ts' : '../dist/server/src/cli/cli.js').then(({ main }) => main(process.argv.slice(2)));
}

/** Sets flags of V8 until main.ts restores the defaults: collect the garbage of the start instead of growing the heap, and run its code without optimization. */
function useLittleMemory() {
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=10', '--no-sparkplug', '--no-maglev', '--no-turbofan'])
    process.getBuiltinModule('node:v8').setFlagsFromString(flag);
}

function runInstalledNode() {
  const node = installedNode();
  if (!node) {
    console.error(
      'Dev Connector needs Node 26 or newer, but this is ' +
        process.version +
        '. The optional package that contains Node 26 is not installed: install again without --omit=optional, or install Node 26.',
    );
    process.exit(1);
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  // npm's shell exits on SIGTERM without forwarding it, so stop when the parent process exits.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250).unref();
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Returns the path of the Node that npm installed for this platform, or undefined. */
function installedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  try {
    const require = createRequire(import.meta.url);
    const manifest = require.resolve(`${prefix}-${platform}-${process.arch}/package.json`);
    return join(dirname(manifest), require(manifest).bin.node);
  } catch {
    return undefined;
  }
}
