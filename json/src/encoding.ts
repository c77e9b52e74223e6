/** Encodings of a JSON text. UTF-32 is recognised, so that errors can name it, and not decoded. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32';

export interface DetectedEncoding {
  encoding: Encoding;
  /** Bytes of the byte order mark. */
  mark: number;
}

/**
 * Detects the encoding from the first four bytes: from the byte order mark, or from the zero bytes beside the first character, which is ASCII
 * in JSON (RFC 4627, section 3). A shorter text has fewer.
 */
export function detectEncoding(start: Uint8Array): DetectedEncoding {
  const [a, b, c, d] = start;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', mark: 3 };
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? { encoding: 'utf-32', mark: 4 } : { encoding: 'utf-16le', mark: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', mark: 2 };
  if (a === 0 && b === 0 && ((c === 0xfe && d === 0xff) || (c === 0 && d !== undefined && d > 0))) return { encoding: 'utf-32', mark: 0 };
  // The second character is ASCII too, except in a string.
  if (start.length === 2 || start.length >= 4) {
    if (a === 0 && b !== undefined && b > 0 && (!c || b === 0x22)) return { encoding: 'utf-16be', mark: 0 };
    if (b === 0 && a !== undefined && a > 0 && (!d || a === 0x22)) return { encoding: c === 0 && d === 0 ? 'utf-32' : 'utf-16le', mark: 0 };
  }
  return { encoding: 'utf-8', mark: 0 };
}

/** Converts a text to UTF-8, in chunks. */
export interface Decoder {
  /** Returns UTF-8 without a byte order mark. It may be a part of the chunk. Bytes that cannot be decoded stay, so that the formatter reports them. */
  push(chunk: Uint8Array): Uint8Array;
  end(): Uint8Array;
  /** Undefined before the first four bytes. */
  readonly detected: DetectedEncoding | undefined;
}

const encoder = new TextEncoder();
const nothing = new Uint8Array();
/** The three-byte encoding of a lone surrogate, which is invalid UTF-8. */
const encodedSurrogate = Uint8Array.of(0xed, 0xa0, 0x80);
/** Code units per string that is decoded at once. */
const unitsAtOnce = 8192;

function join(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Creates a decoder for one text. */
export function createDecoder(): Decoder {
  let detected: DetectedEncoding | undefined;
  let start: Uint8Array = nothing;
  let pushUtf16: ReturnType<typeof createUtf16Decoder> | undefined;

  function begin(): Uint8Array {
    detected = detectEncoding(start);
    const { encoding, mark } = detected;
    if (encoding === 'utf-32') return start;
    const rest = start.subarray(mark);
    if (encoding === 'utf-8') return rest;
    pushUtf16 = createUtf16Decoder(encoding === 'utf-16be');
    return pushUtf16(rest, false);
  }

  return {
    push(chunk) {
      if (detected) return pushUtf16 ? pushUtf16(chunk, false) : chunk;
      start = start.length === 0 ? chunk : join(start, chunk);
      if (start.length >= 4) return begin();
      start = start.slice(); // the caller may reuse the chunk
      return nothing;
    },
    end() {
      const first = detected ? nothing : begin();
      return pushUtf16 ? join(first, pushUtf16(nothing, true)) : first;
    },
    get detected() {
      return detected;
    },
  };
}

/** Returns a function that converts chunks of UTF-16 to UTF-8. A lone surrogate, and half a code unit at the end, become invalid UTF-8. */
function createUtf16Decoder(bigEndian: boolean): (chunk: Uint8Array, last: boolean) => Uint8Array {
  let rest: Uint8Array = nothing;
  let high = '';
  return (chunk, last) => {
    const bytes = rest.length > 0 ? join(rest, chunk) : chunk;
    const even = bytes.length & ~1;
    rest = bytes.slice(even);
    const units = new Uint16Array(even / 2);
    const view = new DataView(bytes.buffer, bytes.byteOffset, even);
    for (let index = 0; index < units.length; index++) units[index] = view.getUint16(index * 2, !bigEndian);
    const parts: Uint8Array[] = [];
    for (let from = 0; from < units.length; from += unitsAtOnce) {
      const text = high + String.fromCharCode(...units.subarray(from, from + unitsAtOnce));
      high = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
      parts.push(encodeUtf8(text.slice(0, text.length - high.length)));
    }
    if (last && (high !== '' || rest.length > 0)) parts.push(encodedSurrogate);
    return join(...parts);
  };
}

/** Encodes a text as UTF-8, and a lone surrogate as invalid UTF-8. */
function encodeUtf8(text: string): Uint8Array {
  if (text.isWellFormed()) return encoder.encode(text);
  return join(...text.split(/([\ud800-\udfff])/u).map((part, index) => (index % 2 === 0 ? encoder.encode(part) : encodedSurrogate)));
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Names an encoding for users. */
export const encodingNames: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'utf-32': 'UTF-32',
};

/**
 * Whether invalid bytes are probably letters in Latin-1 or Windows-1252: one alone, or two or three small letters beside one of ASCII, as in `Größe`. `bytes` begin with the first
 * invalid one, and `before` is the byte before it.
 */
export function isLatin1(before: number | undefined, bytes: Uint8Array): boolean {
  const letters = bytes.subarray(0, 4).findIndex((byte) => byte < 0x80);
  if ((before ?? 0) >= 0x80 || letters < 1) return false;
  if (letters === 1) return true;
  return bytes.subarray(0, letters).every((byte) => byte >= 0xdf) && (isAsciiLetter(before) || isAsciiLetter(bytes[letters]));
}

const isAsciiLetter = (byte = 0): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

export type DecodedText = { text: string } | { error: string };

/**
 * Decodes a JSON text in UTF-8 or UTF-16, with or without a byte order mark, which is removed. The error is a message for users that names
 * the encoding, or the line and column (from 1) of the first bytes that are not valid.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const decoder = createDecoder();
  const utf8 = join(decoder.push(bytes), decoder.end());
  const name = encodingNames[decoder.detected?.encoding ?? 'utf-8'];
  if (name === 'UTF-32') return { error: 'The file is in UTF-32. Save it as UTF-8 and try again.' };
  try {
    return { text: strict.decode(utf8) };
  } catch {
    const at = firstInvalid(utf8);
    const lines = lenient.decode(utf8.subarray(0, at)).split(/\r\n|\r|\n/);
    const place = `line ${lines.length}, column ${(lines.at(-1) as string).length + 1}`;
    const latin1 = name === 'UTF-8' && isLatin1(utf8[at - 1], utf8.subarray(at));
    return {
      error: `The file is not valid ${name}: see ${place}. ${latin1 ? 'It is probably in Latin-1 or Windows-1252. ' : ''}Save it as UTF-8 and try again.`,
    };
  }
}

/** Returns the offset of the first invalid sequence: from there on, the text with replacement characters has other bytes. */
function firstInvalid(bytes: Uint8Array): number {
  const replaced = encoder.encode(lenient.decode(bytes));
  let at = bytes.findIndex((byte, index) => byte !== replaced[index]);
  if (at < 0) at = bytes.length;
  while (((replaced[at] ?? 0) & 0xc0) === 0x80) at--; // inside the replacement character
  return at;
}
