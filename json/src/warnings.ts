import type { Place, Warning } from './types.ts';

/** Keys remembered at once, over all open objects: about 40 MB. */
const MAX_KEYS = 500_000;
/** Bytes of a key, a number or an escape kept to be compared and shown. A longer key is compared by this many and its length. */
const MAX_TOKEN = 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MAX_SAFE = String(Number.MAX_SAFE_INTEGER);

interface Level {
  /** Key, decoded, to where it stood first; nothing for an array. */
  keys?: Map<string, Place>;
}

/** Reads text that the kernel has found valid, and warns of what other programs may misread. */
export interface Inspector {
  /** Takes the bytes of `window` from `from` to `to`. To be called with all of the text, in order. */
  inspect(window: Uint8Array, from: number, to: number): void;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whether a number's text is an integer that a 64-bit float may not hold. */
function isLargeInteger(number: string): boolean {
  const digits = number.replace('-', '');
  return (
    digits.length > 15 &&
    /^\d+$/.test(digits) &&
    (digits.length > MAX_SAFE.length || (digits.length === MAX_SAFE.length && digits > MAX_SAFE))
  );
}

export function createInspector(warn: (warning: Warning) => void): Inspector {
  const levels: Level[] = [];
  let keysHeld = 0;
  let full = false;
  let offset = 0;
  let line = 1;
  /** Offset minus column of the next byte: one number stands for the column of everything on the line. */
  let lineShift = -1;
  let afterReturn = false;
  let expectKey = false;
  let inString = false;
  let inNumber = false;
  let isKey = false;
  let escaped = false;
  /** Hexadecimal digits still to come, their value so far, and the high surrogate that waits for its other half. */
  let hexLeft = 0;
  let hexValue = 0;
  let high: (Place & { escape: string }) | undefined;
  let escapeAt: Place = { offset: 0, line: 1, column: 1 };
  let tokenAt: Place = escapeAt;
  const token = new Uint8Array(MAX_TOKEN);
  let tokenLength = 0;

  const here = (): Place => ({ offset, line, column: offset - lineShift });

  function keep(byte: number): void {
    if (tokenLength < MAX_TOKEN) token[tokenLength] = byte;
    tokenLength++;
  }

  function endKey(): void {
    const raw = decoder.decode(token.subarray(0, Math.min(tokenLength, MAX_TOKEN)));
    const whole = tokenLength <= MAX_TOKEN;
    const key = whole ? (raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw) : `${raw}… (${tokenLength} bytes)`;
    const keys = levels.at(-1)?.keys;
    const first = keys?.get(key);
    // Keys beyond what is kept may differ further on: of those nothing is claimed.
    if (first && whole) warn({ kind: 'duplicate-key', key, first, ...tokenAt });
    else if (keysHeld < MAX_KEYS) {
      if (keys && !first) {
        keys.set(key, tokenAt);
        keysHeld++;
      }
    } else if (!full) {
      full = true;
      warn({ kind: 'too-many-keys', ...tokenAt });
    }
  }

  function endNumber(): void {
    inNumber = false;
    if (tokenLength < 16) return;
    const number = decoder.decode(token.subarray(0, Math.min(tokenLength, MAX_TOKEN)));
    if (isLargeInteger(number)) warn({ kind: 'large-integer', number, ...tokenAt });
  }

  function loneHigh(): void {
    if (high) warn({ kind: 'lone-surrogate', ...high });
    high = undefined;
  }

  function endHex(): void {
    const written = `\\u${hexValue.toString(16).padStart(4, '0')}`;
    if (hexValue >= 0xdc00 && hexValue <= 0xdfff) {
      if (high) high = undefined;
      else warn({ kind: 'lone-surrogate', escape: written, ...escapeAt });
      return;
    }
    loneHigh();
    if (hexValue >= 0xd800 && hexValue <= 0xdbff) high = { escape: written, ...escapeAt };
  }

  function inStringByte(byte: number): void {
    if (isKey && (escaped || hexLeft > 0 || byte !== QUOTE)) keep(byte);
    if (hexLeft > 0) {
      hexValue = hexValue * 16 + (byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57);
      if (--hexLeft === 0) endHex();
    } else if (escaped) {
      escaped = false;
      if (byte === 0x75) {
        hexLeft = 4;
        hexValue = 0;
      } else loneHigh();
    } else if (byte === BACKSLASH) {
      escaped = true;
      escapeAt = here();
    } else {
      if (high) loneHigh();
      if (byte === QUOTE) {
        inString = false;
        if (isKey) endKey();
      } else if (byte >= 0x80) {
        // A column is a UTF-16 code unit: bytes that continue a character count nothing, the fourth makes it two.
        if (byte < 0xc0) lineShift++;
        else if (byte >= 0xf0) lineShift--;
      }
    }
  }

  function open(isObject: boolean): void {
    levels.push(isObject ? { keys: new Map() } : {});
    expectKey = isObject;
  }

  function close(): void {
    keysHeld -= levels.pop()?.keys?.size ?? 0;
    expectKey = false;
  }

  function betweenByte(byte: number): void {
    if (inNumber) {
      // What ends a number is white space, a comma or a closing bracket; of these a number's own bytes are none.
      if (byte > 0x20 && byte !== 0x2c && byte !== 0x5d && byte !== 0x7d) {
        keep(byte);
        return;
      }
      endNumber();
    }
    if (byte === QUOTE) {
      inString = true;
      isKey = expectKey;
      expectKey = false;
      if (isKey) {
        tokenLength = 0;
        tokenAt = here();
      }
    } else if (byte === 0x2c) expectKey = levels.at(-1)?.keys !== undefined;
    else if (byte === 0x7b || byte === 0x5b) open(byte === 0x7b);
    else if (byte === 0x7d || byte === 0x5d) close();
    else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      inNumber = true;
      tokenLength = 0;
      tokenAt = here();
      keep(byte);
    } else if (byte === 0x0a || byte === 0x0d) {
      if (byte === 0x0d || !afterReturn) line++;
      lineShift = offset;
    }
    afterReturn = byte === 0x0d;
  }

  return {
    inspect(window, from, to) {
      for (let index = from; index < to; index++) {
        const byte = window[index] as number;
        if (inString) inStringByte(byte);
        else betweenByte(byte);
        offset++;
      }
    },
  };
}
