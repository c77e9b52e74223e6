/**
 * Speed of the formatter relative to the platform: TextDecoder, JSON.parse, JSON.stringify, TextEncoder. Each round runs both on the same
 * bytes, so other load affects both. `ratio` compares the medians of all rounds, `best` the shortest times, `verified` the medians with
 * every byte compared.
 *
 *     node --expose-gc bench/json/bench.ts [rounds] [part of a shape's name]
 */
import { createFormatter } from '../../json/src/index.ts';
import { geometricMean, interleave, type Timing } from './measure.ts';
import { makeShapes } from './shapes.ts';

const rounds = Number(process.argv[2] ?? 21);
const nameFilter = process.argv[3] ?? '';
const decoder = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();

function native(bytes: Uint8Array): Uint8Array {
  return encoder.encode(JSON.stringify(JSON.parse(decoder.decode(bytes)), null, 2));
}

/** Formats bytes to copied chunks. */
function ours(bytes: Uint8Array, verify: boolean): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  const formatter = createFormatter({ verify, onOutput: (chunk) => chunks.push(chunk.slice()) });
  formatter.push(bytes);
  const result = formatter.end();
  if (!result.ok) throw new Error(result.error.message);
  return chunks;
}

const rows: { ratio: number; best: number; verified: number }[] = [];
console.log('shape'.padEnd(25) + ['MB', 'native ms', 'ours ms', 'ratio', 'best', 'verified'].map((cell) => cell.padStart(11)).join(''));
for (const { name, bytes } of makeShapes().filter((shape) => shape.name.includes(nameFilter))) {
  // The formatter keeps escapes, JSON.stringify decodes them: normalise both before the comparison.
  if (Buffer.compare(native(Buffer.concat(ours(bytes, true))), native(bytes)) !== 0) throw new Error(`${name} is formatted incorrectly.`);
  const times = interleave(rounds, [() => native(bytes), () => ours(bytes, false), () => ours(bytes, true)]);
  const [nativeTiming, oursTiming, verifiedTiming] = times as [Timing, Timing, Timing];
  const row = {
    ratio: nativeTiming.median / oursTiming.median,
    best: nativeTiming.best / oursTiming.best,
    verified: nativeTiming.median / verifiedTiming.median,
  };
  rows.push(row);
  const cells = [
    (bytes.length / 1e6).toFixed(1),
    nativeTiming.median.toFixed(1),
    oursTiming.median.toFixed(1),
    ...Object.values(row).map((ratio) => `×${ratio.toFixed(1)}`),
  ];
  console.log(name.padEnd(25) + cells.map((cell) => cell.padStart(11)).join(''));
}
for (const key of ['ratio', 'best', 'verified'] as const) {
  const ratios = rows.map((row) => row[key]);
  console.log(`${key}: geometric mean ×${geometricMean(ratios).toFixed(2)}, minimum ×${Math.min(...ratios).toFixed(2)}`);
}
