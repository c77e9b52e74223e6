/** Bytes of a file read at once, at most: what the formatter takes at once. */
const readAtOnce = 256 * 1024;

/** The text to be formatted. It can be gone through more than once. */
export interface Source {
  /** The text in pieces, each good until the next is asked for. */
  pieces(): AsyncGenerator<Uint8Array>;
  /** The bytes from `from` to `to`. */
  read(from: number, to: number): Promise<Uint8Array>;
  /** Gives back memory that is of use again. Nothing is held after that. */
  release(): ArrayBuffer[];
}

export function fileSource(file: Blob): Source {
  return {
    read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
    release: () => [],
    async *pieces() {
      const { read, cancel } = readerOf(file.stream());
      try {
        for (let piece = await read(); piece; piece = await read()) yield piece;
      } finally {
        await cancel();
      }
    },
  };
}

/** Reads a stream into one piece of memory over and over, where the browser can: five times as fast as slices of the file. A piece is good until the next. */
function readerOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  try {
    const reader = stream.getReader({ mode: 'byob' });
    let memory = new ArrayBuffer(readAtOnce);
    const read = async () => {
      const { value } = await reader.read(new Uint8Array(memory));
      if (value) memory = value.buffer;
      return value?.length ? value : undefined;
    };
    return { read, cancel: () => reader.cancel() };
  } catch {
    const reader = stream.getReader();
    return { read: async () => (await reader.read()).value, cancel: () => reader.cancel() };
  }
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
