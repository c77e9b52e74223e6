import { expect, test } from 'vitest';
import { decode } from './decode.ts';

const bytes = (text: string, ...more: number[]) => Uint8Array.of(...new TextEncoder().encode(text), ...more);

test('decodes UTF-8 with or without a byte order mark', () => {
  expect(decode(bytes('{"näme": "𝒳"}'))).toEqual({ text: '{"näme": "𝒳"}' });
  expect(decode(bytes('\ufeff{}'))).toEqual({ text: '{}' });
  expect(decode(bytes(''))).toEqual({ text: '' });
});

test.for([
  ['Latin-1', bytes('{\n  "name": "Zo', 0xeb, 0x22, 0x7d), 'line 2, column 14'],
  ['a truncated character', bytes('{}\n', 0xf0, 0x9d), 'line 2, column 1'],
  ['an encoded surrogate', bytes('é𝒳', 0xed, 0xa0, 0x80), 'line 1, column 4'],
  ['an invalid first byte', Uint8Array.of(0x80), 'line 1, column 1'],
] as const)('reports the position of %s', ([, file, place]) => {
  const error = `The file is not valid UTF-8: see ${place}. Save it as UTF-8 and try again.`;
  expect(decode(file)).toEqual({ error });
});

test.for([
  [0xff, 0xfe, 0x7b, 0],
  [0xfe, 0xff, 0, 0x7b],
])('rejects UTF-16 by name', (file) => {
  expect(decode(Uint8Array.of(...file))).toEqual({
    error: 'The file is in UTF-16, but JSON must be UTF-8. Save it as UTF-8 and try again.',
  });
});
