/** Bytes of a file read at once; the first ones are few, so that there is soon something to show. */
const firstRead = 128 * 1024;
const laterRead = 2 * 1024 * 1024;

/** The text to be formatted. It can be gone through more than once. */
export interface Source {
  pieces(): AsyncGenerator<Uint8Array>;
  /** The bytes from `from` to `to`. */
  read(from: number, to: number): Promise<Uint8Array>;
  /** Gives back memory that is of use again. Nothing is held after that. */
  release(): ArrayBuffer[];
}

export function fileSource(file: Blob): Source {
  const read = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer());
  return {
    read,
    release: () => [],
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
  private readonly parts: Uint8Array<ArrayBuffer>[] = [];
  private complete = false;
  private wake: (() => void) | undefined;

  add(bytes: Uint8Array<ArrayBuffer>, last: boolean): void {
    this.parts.push(bytes);
    this.complete = last;
    this.wake?.();
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    for (let index = 0; ; index++) {
      while (index >= this.parts.length) {
        if (this.complete) return;
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
      yield this.parts[index] as Uint8Array;
    }
  }

  async read(from: number, to: number): Promise<Uint8Array> {
    let base = 0;
    const found: number[] = [];
    for (const part of this.parts) {
      found.push(...part.subarray(Math.max(0, from - base), Math.max(0, to - base)));
      base += part.length;
      if (base >= to) break;
    }
    return Uint8Array.from(found);
  }

  /** Gives the memory back. */
  release(): ArrayBuffer[] {
    this.complete = true;
    return this.parts.splice(0).map((part) => part.buffer);
  }
}
