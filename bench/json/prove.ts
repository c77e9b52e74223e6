/**
 * The long form of json/src/properties.test.ts: a million made-up texts, half of them with a few bytes wrong, each held to JSON.parse,
 * JSON.stringify, plain counting of lines, and the formatter itself in pieces down to one byte. Stops at the first that fails, naming its seed.
 *
 *     node bench/json/prove.ts [texts] [first seed]
 */
import { createRandom, makeDocument, mutate } from '../../json/src/documents.ts';
import { checkText } from '../../json/src/oracle.ts';

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
  `${texts} texts, ${valid} valid and ${texts - valid} not, ${(bytesRead / 1e6).toFixed(0)} MB, none judged or formatted wrongly (${seconds.toFixed(0)} s).`,
);
