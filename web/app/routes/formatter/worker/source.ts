import type { Formatter } from '@dev-connector/json';

/** Bytes of a file read at once; the first ones are few, so that there is soon something to show. */
const firstRead = 256 * 1024;
const laterRead = 4 * 1024 * 1024;

/** The text to be formatted. It can be gone through more than once. */
export interface Source {
  pieces(): AsyncGenerator<Uint8Array | string>;
  /** The bytes from `from` to `to`. */
  read(from: number, to: number): Promise<Uint8Array>;
}

export function fileSource(file: Blob): Source {
  const read = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer());
  return {
    read,
    async *pieces() {
      let next = read(0, firstRead);
      for (let end = firstRead; ; end += laterRead) {
        const piece = await next;
        if (piece.length === 0) return;
        // Read on while this piece is formatted.
        next = read(end, end + laterRead);
        yield piece;
      }
    },
  };
}

/** A text that comes in pieces, while it is already gone through. */
export class TextSource implements Source {
  private readonly parts: string[] = [];
  private complete = false;
  private wake: (() => void) | undefined;

  add(text: string, last: boolean): void {
    this.parts.push(text);
    this.complete = last;
    this.wake?.();
  }

  async *pieces(): AsyncGenerator<string> {
    for (let index = 0; ; index++) {
      while (index >= this.parts.length) {
        if (this.complete) return;
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
      yield this.parts[index] as string;
    }
  }

  async read(from: number, to: number): Promise<Uint8Array> {
    let base = 0;
    const encoder = new TextEncoder();
    for (const part of this.parts) {
      const bytes = encoder.encode(part);
      if (from < base + bytes.length) return bytes.subarray(Math.max(0, from - base), to - base);
      base += bytes.length;
    }
    return new Uint8Array();
  }
}

/** Half of a surrogate pair (Unicode 17.0, section 3.8), and what UTF-8 would make of it if it did not forbid it. */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const encodedSurrogate = new Uint8Array([0xed, 0xa0, 0x80]);

/** Gives a piece to the formatter, which takes no string with half of a character in it: that is refused as it would be in a file. */
export function pushPiece(formatter: Formatter, piece: Uint8Array | string): boolean {
  if (typeof piece !== 'string' || piece.isWellFormed()) return formatter.push(piece);
  const at = piece.search(loneSurrogate);
  formatter.push(piece.slice(0, at));
  formatter.push(encodedSurrogate);
  return formatter.push(piece.slice(at + 1).toWellFormed());
}
