#!/usr/bin/env node
// Plain old JavaScript, so that a Node too old for the rest can still read it: it hands over to the Node that came with the packages.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const newEnough = typeof Temporal !== 'undefined'; // Node has it from 26 on

if (newEnough) run();
else handOver();

/** In a checkout Node runs the sources; in the package, what `npm pack` made of them. */
function run() {
  // What was compiled once is kept: it halves the time to the first answer. In a folder of ours, because what lies there is run as it is.
  process.getBuiltinModule('node:module').enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
  // Starting makes much garbage and serves nobody: it may be collected more often, so that memory does not grow for it (main.ts lets it grow from there on).
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=1');
  const sources = existsSync(new URL('./src/cli/cli.ts', import.meta.url));
  import(sources ? './src/cli/cli.ts' : '../dist/server/src/cli/cli.js').then(({ main }) => main(process.argv.slice(2)));
}

function handOver() {
  const node = broughtAlong();
  if (!node) {
    console.error(
      'Dev Connector needs Node 26 or newer, and this is ' +
        process.version +
        '. The package that would bring one is not installed: leave out --omit=optional, or install Node 26.',
    );
    process.exit(1);
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  // npm's shell ends without passing a SIGTERM on: having lost our parent, we were asked to stop.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250).unref();
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Path of the Node that npm installed for this machine, or undefined. */
function broughtAlong() {
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
