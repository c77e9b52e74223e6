/**
 * Measures time and peak memory of the command on a file of 1 GB. The output is discarded.
 *
 *     node bench/json/gigabyte.ts [megabytes] [options of the command …]
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeShapes } from './shapes.ts';

const megabytes = Number(process.argv[2] ?? 1000);
const options = process.argv.slice(3);
const command = new URL('../../json/src/cli.ts', import.meta.url).href;

/** Runs the command in a child process, which prints its peak resident size in KB. */
const program = `import { main } from '${command}'; process.exitCode = main(process.argv.slice(1)); console.error(process.resourceUsage().maxRSS);`;

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  const file = join(folder, 'text.json');
  const descriptor = openSync(file, 'w');
  const shapes = makeShapes(0.5);
  let size = writeSync(descriptor, '[');
  for (let index = 0; size < megabytes * 1e6; index++) {
    if (index > 0) size += writeSync(descriptor, ',\n');
    size += writeSync(descriptor, (shapes[index % shapes.length] as { bytes: Uint8Array }).bytes);
  }
  size += writeSync(descriptor, ']');
  closeSync(descriptor);
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program, '--', ...options, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(stderr);
  console.log(
    `${(size / 1e6).toFixed(0)} MB${options.length ? ` ${options.join(' ')}` : ''}: ${seconds.toFixed(1)} s, ${(Number(stderr) / 1024).toFixed(0)} MB peak memory`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
