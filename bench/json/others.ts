/**
 * Compares other formatters with native, interleaved in one process, and jq with our command as processes. The texts are small, because
 * some of the other formatters are slow.
 *
 *     node --expose-gc bench/json/others.ts [rounds]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyEdits, format as findEdits } from 'jsonc-parser';
import { parse, stringify } from 'lossless-json';
import { format as prettier } from 'prettier';
import { formatText } from '../../json/src/index.ts';
import { geometricMean, interleave, type Timing } from './measure.ts';
import { makeShapes } from './shapes.ts';

const rounds = Number(process.argv[2] ?? 5);
const command = fileURLToPath(new URL('../../json/src/cli.ts', import.meta.url));

/** Measures prettier, whose API is asynchronous. It is so slow that waiting for the promise does not matter. */
async function timePrettier(text: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 2; round++) {
    const started = performance.now();
    await prettier(text, { parser: 'json' });
    times.push(performance.now() - started);
  }
  return Math.min(...times);
}

const ratios: Record<string, number[]> = { ours: [], 'jsonc-parser': [], 'lossless-json': [], prettier: [] };
for (const { name, bytes } of makeShapes(0.03)) {
  const text = new TextDecoder().decode(bytes);
  const candidates = {
    native: () => JSON.stringify(JSON.parse(text), null, 2),
    ours: () => formatText(text),
    'jsonc-parser': () => applyEdits(text, findEdits(text, undefined, { insertSpaces: true, tabSize: 2 })),
    'lossless-json': () => stringify(parse(text), null, 2),
  };
  const times = interleave(rounds, Object.values(candidates));
  const native = times[0]?.median as number;
  const line = Object.keys(candidates).map((key, index) => [key, native / (times[index]?.median as number)] as const);
  for (const [key, ratio] of [...line, ['prettier', native / (await timePrettier(text))] as const]) ratios[key]?.push(ratio);
  console.log(
    `${name} (${(bytes.length / 1e3).toFixed(0)} kB): ${Object.entries(ratios)
      .map(([key, values]) => `${key} ×${values.at(-1)?.toPrecision(2)}`)
      .join('  ')}`,
  );
}
console.log(
  `geometric mean: ${Object.entries(ratios)
    .map(([key, values]) => `${key} ×${geometricMean(values).toPrecision(2)}`)
    .join('  ')}`,
);

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  for (const { name, bytes } of makeShapes(5).slice(0, 1)) {
    const file = join(folder, 'text.json');
    writeFileSync(file, bytes);
    const run = (program: string, args: string[]) => () => spawnSync(program, args, { stdio: ['ignore', 'ignore', 'ignore'] }).error;
    if (run('jq', ['--version'])()) console.log('jq is not installed.');
    else {
      const [jq, ours] = interleave(3, [run('jq', ['.', file]), run(process.execPath, [command, file])]) as [Timing, Timing];
      console.log(
        `commands, ${name}, ${(bytes.length / 1e6).toFixed(0)} MB: jq ${jq.median.toFixed(0)} ms, ours ${ours.median.toFixed(0)} ms, ×${(jq.median / ours.median).toFixed(1)}`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
