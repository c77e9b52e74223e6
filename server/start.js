#!/usr/bin/env node
// Old JavaScript syntax, so that an old Node can run this file and start the Node that npm installed. Only imports that Node has loaded already.
import { existsSync } from 'node:fs';

const isStart = process.argv[2] === 'start';
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** Ends a site that is still starting: nothing is in flight, and the databases roll back. main.ts replaces these handlers. */
if (isStart) for (const signal of signals) process.on(signal, () => process.exit(0));

// npm's shell exits on SIGTERM without forwarding it, so stop when the parent process exits.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && process.emit('SIGTERM', 'SIGTERM'), 250).unref();

if (typeof Temporal !== 'undefined')
  run(); // available since Node 26
else runInstalledNode();

/** Runs the TypeScript sources in a checkout, and the compiled files in the package. */
function run() {
  // Without it, React would use its development build, which takes several times as long to render.
  if (!process.env.NODE_ENV) process.env.NODE_ENV = 'production';
  const { enableCompileCache } = process.getBuiltinModule('node:module');
  const { fileURLToPath } = process.getBuiltinModule('node:url');
  // The compile cache halves the time to the first response. It is in our own folder, because cached code runs unchecked.
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
  if (isStart) useLittleMemory();
  const sources = existsSync(new URL('./src/cli/cli.ts', import.meta.url));
  import(sources ? './src/cli/cli.ts' : '../dist/server/src/cli/cli.js').then(({ main }) => main(process.argv.slice(2)));
}

/** Sets flags of V8 until main.ts restores the defaults: collect the garbage of the start instead of growing the heap, and run its code without optimization. */
function useLittleMemory() {
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=10', '--no-sparkplug', '--no-maglev', '--no-turbofan'])
    process.getBuiltinModule('node:v8').setFlagsFromString(flag);
}

async function runInstalledNode() {
  const { spawn } = await import('node:child_process');
  const { fileURLToPath } = await import('node:url');
  const node = await installedNode();
  if (!node) {
    console.error(
      'Dev Connector needs Node 26 or newer, but this is ' +
        process.version +
        '. The optional package that contains Node 26 is not installed: install again without --omit=optional, or install Node 26.',
    );
    process.exit(1);
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of signals) {
    process.removeAllListeners(signal);
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => {
    console.error(`Dev Connector cannot run Node 26: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    if (isStart && signals.includes(signal)) process.exit(0); // before its first line
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Returns the path of the Node that npm installed for this platform, or undefined. */
async function installedNode() {
  const { createRequire } = await import('node:module');
  const { dirname, join } = await import('node:path');
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
