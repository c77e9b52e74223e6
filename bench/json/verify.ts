/**
 * The long form of json/src/properties.test.ts: checks a million random texts, half of them mutated, against JSON.parse, JSON.stringify,
 * naive counting of lines, and the formatter in chunks down to one byte. Stops at the first failure and prints its seed.
 *
 *     node bench/json/verify.ts [texts] [first seed]
 */

import { checkText } from '../../json/src/oracle.ts';
import { createRandom, makeDocument, mutate } from '../../json/src/random-documents.ts';

const texts = Number(process.argv[2] ?? 1_000_000);
const firstSeed = Number(process.argv[3] ?? 1);
const encoder = new TextEncoder();
const started = performance.now();
let valid = 0;
let bytesRead = 0;

for (let seed = firstSeed; seed < firstSeed + texts; seed++) {
  const random = createRandom(seed);
  let bytes: Uint8Array = encoder.encode(makeDocument(random));
  if (random(2)) bytes = mutate(random, bytes);
  const lengths = random(2) ? [1] : [1 + random(40), 1 + random(300)];
  try {
    if (checkText(bytes, lengths)) valid++;
  } catch (error) {
    console.error(`Seed ${seed}: ${(error as Error).message}`);
    process.exit(1);
  }
  bytesRead += bytes.length;
  if (seed % 100_000 === 0) console.log(`${seed} …`);
}
const seconds = (performance.now() - started) / 1000;
console.log(
  `${texts} texts (${valid} valid, ${texts - valid} invalid, ${(bytesRead / 1e6).toFixed(0)} MB): no failures in ${seconds.toFixed(0)} s.`,
);
