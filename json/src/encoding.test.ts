import { describe, expect, it } from 'vitest';
import { createDecoder, decodeText } from './encoding.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16le = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'));
const utf16be = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16());

const text = '{"näme": "漢 𝒳 \\u0041"}\r\n';

describe('decodeText', () => {
  it.each([
    ['UTF-8', utf8],
    ['UTF-16LE', utf16le],
    ['UTF-16BE', utf16be],
  ])('reads %s with and without a byte order mark', (_name, encode) => {
    for (const each of [text, '[]', '"漢字"', '1', '']) {
      expect(decodeText(encode(each))).toEqual({ text: each });
      expect(decodeText(encode(`\ufeff${each}`))).toEqual({ text: each });
    }
  });

  it.each([
    [
      'Latin-1',
      [...utf8('{\n  "name": "Zo'), 0xeb, 0x22, 0x7d],
      'UTF-8: see line 2, column 14. It is probably in Latin-1 or Windows-1252.',
    ],
    [
      'several letters of Latin-1',
      [...utf8('["Gr'), 0xf6, 0xdf, 0x65, 0x22, 0x5d],
      'UTF-8: see line 1, column 5. It is probably in Latin-1 or Windows-1252.',
    ],
    ['a Cyrillic word in Windows-1251', [...utf8('["'), 0xe4, 0xe0, 0x22, 0x5d], 'UTF-8: see line 1, column 3.'],
    ['a longer one', [...utf8('["'), 0xec, 0xe8, 0xf0, 0x22, 0x5d], 'UTF-8: see line 1, column 3.'],
    ['Shift JIS', [...utf8('["'), 0x93, 0xfa, 0x96, 0x7b, 0x22, 0x5d], 'UTF-8: see line 1, column 3.'],
    ['a truncated character', [...utf8('{}\n'), 0xf0, 0x9d], 'UTF-8: see line 2, column 1.'],
    ['a character cut short by another', [...utf8('["'), 0xef, 0xbf, 0x22, 0x5d], 'UTF-8: see line 1, column 3.'],
    ['an encoded surrogate', [...utf8('é𝒳'), 0xed, 0xa0, 0x80], 'UTF-8: see line 1, column 4.'],
    ['an invalid first byte', [0x80], 'UTF-8: see line 1, column 1.'],
    ['a lone surrogate', utf16le('\ufeff["\ud800"]'), 'UTF-16: see line 1, column 3.'],
    ['half a code unit', [...utf16le('[1]'), 0x20], 'UTF-16: see line 1, column 4.'],
  ])('reports the position of %s', (_name, bytes, place) => {
    expect(decodeText(Uint8Array.from(bytes))).toEqual({ error: `The file is not valid ${place} Save it as UTF-8 and try again.` });
  });

  it('names UTF-32', () => {
    const error = 'The file is in UTF-32. Save it as UTF-8 and try again.';
    for (const bytes of [
      [0x5b, 0, 0, 0, 0x5d, 0, 0, 0],
      [0, 0, 0, 0x5b],
      [0xff, 0xfe, 0, 0],
      [0, 0, 0xfe, 0xff, 0, 0, 0, 0x5b],
    ])
      expect(decodeText(Uint8Array.from(bytes))).toEqual({ error });
  });
});

describe('createDecoder', () => {
  it('gives the same bytes for chunks of any length', () => {
    for (const bytes of [utf8(`\ufeff${text}`), utf16le(text), utf16be(`\ufeff${text}`), utf16le('[1]'), utf8('7')])
      for (let length = 1; length < 8; length++) {
        const decoder = createDecoder();
        const parts: number[] = [];
        for (let from = 0; from < bytes.length; from += length) parts.push(...decoder.push(bytes.slice(from, from + length)));
        parts.push(...decoder.end());
        expect({ text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(parts)) }).toEqual(decodeText(bytes));
      }
  });

  it('does not copy UTF-8', () => {
    const chunk = utf8('[1, 2]');
    expect(createDecoder().push(chunk).buffer).toBe(chunk.buffer);
  });
});
