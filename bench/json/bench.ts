/**
 * How fast the formatter is, as a ratio to what the platform has: TextDecoder, JSON.parse, JSON.stringify, TextEncoder. Every round runs
 * both, one after the other, on the same bytes, so that whatever else the machine does falls on both; the figure is the median of the rounds' times.
 *
 *     node --expose-gc bench/json/bench.ts [rounds] [part of a shape's name]
 */
import { createFormatter } from '../../json/src/index.ts';
import { geometricMean, interleave } from './measure.ts';
import { makeShapes } from './shapes.ts';

const rounds = Number(process.argv[2] ?? 21);
const wanted = process.argv[3] ?? '';
const decoder = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();

function native(bytes: Uint8Array): Uint8Array {
  return encoder.encode(JSON.stringify(JSON.parse(decoder.decode(bytes)), null, 2));
}

/** Bytes to chunks of bytes that stay. */
function ours(bytes: Uint8Array, verify: boolean): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  const formatter = createFormatter({ verify, onOutput: (chunk) => chunks.push(chunk.slice()) });
  formatter.push(bytes);
  const result = formatter.end();
  if (!result.ok) throw new Error(result.error.message);
  return chunks;
}

const ratios: number[] = [];
const checkedRatios: number[] = [];
console.log('shape                      MB   native ms   ours ms   ratio   with verify');
for (const { name, bytes } of makeShapes().filter((shape) => shape.name.includes(wanted))) {
  if (Buffer.compare(Buffer.concat(ours(bytes, true)), native(bytes)) !== 0) throw new Error(`${name} is formatted in another way.`);
  const [theirs, plain, checked] = interleave(rounds, [() => native(bytes), () => ours(bytes, false), () => ours(bytes, true)]) as [number, number, number];
  ratios.push(theirs / plain);
  checkedRatios.push(theirs / checked);
  const figures = [(bytes.length / 1e6).toFixed(1), theirs.toFixed(1), plain.toFixed(1), (theirs / plain).toFixed(1), (theirs / checked).toFixed(1)];
  const [size, a, b, ratio, verified] = figures as [string, string, string, string, string];
  console.log(`${name.padEnd(23)}${size.padStart(6)}${a.padStart(12)}${b.padStart(10)}${`×${ratio}`.padStart(8)}${`×${verified}`.padStart(14)}`);
}
console.log(`geometric mean ×${geometricMean(ratios).toFixed(2)}, least ×${Math.min(...ratios).toFixed(2)}; with verify ×${geometricMean(checkedRatios).toFixed(2)}`);
