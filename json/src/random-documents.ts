/** Random texts for tests: valid JSON of every form, and mutations of it. Seeded, so that failures can be reproduced. */

/** Returns an integer from 0 to `below` - 1. */
export type Random = (below: number) => number;

/** Creates a seeded generator (Marsaglia, "Xorshift RNGs", 2003). */
export function createRandom(seed: number): Random {
  let state = seed * 2_654_435_761 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const numbers = [
  '0',
  '-0',
  '1',
  '-1',
  '12',
  '1.5',
  '-0.25',
  '1e5',
  '1E+5',
  '2.5e-10',
  '0e0',
  '1.0',
  '12345678901234567890',
  '1e400',
  '-1.0E-0',
  '3.141592653589793238462643383279502884197169',
];
const stringParts = [
  'a',
  'Z',
  ' ',
  '  ',
  'key',
  'a longer run of plain characters',
  '\\n',
  '\\"',
  '\\\\',
  '\\/',
  '\\b\\f\\r\\t',
  '\\u0000',
  '\\uD83D\\uDE00',
  '\\ud800',
  '\\uDC00',
  '\\u00e9\\u00E9',
  'é',
  'ß',
  '漢字',
  '\u2028',
  '😀',
  '\u007f',
  '/',
  "'",
  '{',
  ']',
  ',',
  ':',
  '//',
  '\ufeff',
  'ÿ€',
  '𐍈',
] as const;
const spaces = ['', '', '', ' ', '\n', '\r\n', '\t', '\r', '  ', '\n    ', '\n                              ', ' \n\t '];

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T;

function makeNumber(random: Random): string {
  if (random(3)) return pick(random, numbers);
  const digits = (max: number) => Array.from({ length: 1 + random(max) }, () => random(10)).join('');
  const whole = random(4) ? String(1 + random(9)) + (random(2) ? digits(24) : '') : '0';
  return `${random(2) ? '-' : ''}${whole}${random(2) ? `.${digits(24)}` : ''}${random(4) ? '' : `${pick(random, ['e', 'E'])}${pick(random, ['', '+', '-'])}${digits(3)}`}`;
}

function makeString(random: Random): string {
  return `"${Array.from({ length: random(random(8) ? 4 : 30) }, () => pick(random, stringParts)).join('')}"`;
}

function makeValue(random: Random, depth: number, style: readonly string[]): string {
  const space = () => pick(random, style);
  const kind = random(depth > 0 ? 10 : 6);
  if (kind < 2) return makeNumber(random);
  if (kind < 4) return makeString(random);
  if (kind < 6) return pick(random, ['true', 'false', 'null']);
  const length = random(random(6) ? 5 : 12);
  const items = Array.from({ length }, () => {
    const value = makeValue(random, depth - 1, style);
    return kind < 8 ? value : `${makeString(random)}${space()}:${space()}${value}`;
  });
  const inner = items.map((item) => `${space()}${item}${space()}`).join(',') || space();
  return kind < 8 ? `[${inner}]` : `{${inner}}`;
}

/** Returns valid JSON: a third minified, a third laid out by JSON.stringify, a third with random white space; one in eight is long. */
export function makeDocument(random: Random): string {
  const style = random(3);
  const make = () => makeValue(random, 1 + random(6), style === 2 ? spaces : ['']);
  const text = random(8) ? make() : `[${Array.from({ length: 1 + random(20) }, make).join(',')}]`;
  if (style === 1) return JSON.stringify(JSON.parse(text), null, pick(random, [1, 2, 4, '\t']));
  return style === 2 ? `${pick(random, spaces)}${text}${pick(random, spaces)}` : text;
}

const tokens = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '0',
  '-',
  '.',
  'e',
  't',
  'true',
  'nul',
  ' ',
  '\n',
  '\0',
  '\u001f',
  '//',
  "'",
  'NaN',
  '\ufeff',
  'é',
  '"a":',
  '\\u12',
];
const invalidBytes = [0x80, 0xbf, 0xc0, 0xc1, 0xc3, 0xe0, 0xed, 0xa0, 0xef, 0xf0, 0xf4, 0x90, 0xf5, 0xff];

/** Returns the bytes with one to three random deletions, insertions, replacements, repetitions or truncations. */
export function mutate(random: Random, bytes: Uint8Array): Uint8Array {
  let mutant = [...bytes];
  for (let count = 1 + random(3); count > 0; count--) {
    const at = random(mutant.length + 1);
    const kind = random(6);
    if (kind === 0) mutant.splice(at, 1 + random(3));
    else if (kind === 1) mutant.splice(at, 0, ...new TextEncoder().encode(pick(random, tokens)));
    else if (kind === 2) mutant.splice(at, 1, ...new TextEncoder().encode(pick(random, tokens)));
    else if (kind === 3) mutant.splice(at, random(2), pick(random, invalidBytes));
    else if (kind === 4) mutant.splice(at, 0, ...mutant.slice(random(mutant.length + 1), at));
    else mutant = mutant.slice(0, at);
  }
  return Uint8Array.from(mutant);
}
