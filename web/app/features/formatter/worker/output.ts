import { rowBlock as blockSize } from '@dev-connector/json';
import type { Extent, Line, Row } from '../messages';
import { closingLine, lineEnd, lineStart } from './lines';
import { rowEnds } from './rows';

/** Bytes per chunk of the output. */
const chunkSize = 4 * 1024 * 1024;
/** Maximum chunks in memory. Later ones become Blobs, which the browser may store on disk. */
const maxChunksInMemory = 12;
/** Maximum Blobs in creation, whose bytes stay in memory. */
const maxPendingBlobs = 6;
/** Bytes per step of a stream into a Blob. */
const streamStep = 256 * 1024;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Stores a formatted text of any size in chunks, with an index of its rows and lines. */
export class Output {
  size = 0;
  private readonly chunks: Array<Uint8Array<ArrayBuffer> | Blob> = [];
  private chunk = allocateChunk();
  private filled = 0;
  private readonly pendingBlobs: Promise<void>[] = [];
  /** Complete rows and lines before each block. */
  private readonly rowsBefore = [0];
  private readonly linesBefore = [0];
  private rowsEnded = 0;
  private linesEnded = 0;
  /** Whether the text is complete, and with it the last row and line. */
  private finished = false;

  append(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + chunkSize - this.filled);
      this.chunk.set(part, this.filled);
      this.filled += part.length;
      this.size += part.length;
      from += part.length;
      if (this.filled === chunkSize) this.completeChunk();
    }
  }

  /** Adds the counts from the formatter's option onRows. */
  count(rows: number, lines: number, bytes: number): void {
    this.rowsEnded = rows;
    this.linesEnded = lines;
    if (bytes % blockSize !== 0) return;
    this.rowsBefore.push(rows);
    this.linesBefore.push(lines);
  }

  finish(): void {
    this.finished = true;
  }

  /** Releases all memory for the next output, except chunks that are being copied to Blobs. */
  release(): void {
    // Chunks beyond the first are recycled when their Blob is complete.
    for (const chunk of this.chunks.splice(0).slice(0, maxChunksInMemory)) if (!(chunk instanceof Blob)) recycle(chunk);
    recycle(this.chunk);
    this.size = 0;
  }

  get extent(): Extent {
    const open = this.finished ? 1 : 0;
    return { bytes: this.size, rows: this.rowsEnded + open, lines: this.linesEnded + open };
  }

  /** Waits while too many Blobs are in creation. */
  async waitForBlobs(): Promise<void> {
    while (this.pendingBlobs.length >= maxPendingBlobs) await this.pendingBlobs.shift();
  }

  /** Reads the bytes from `from` to `to`, or to the end. */
  async read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const end = Math.min(to, this.size);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let at = from; at < end; ) {
      const number = Math.floor(at / chunkSize);
      const base = number * chunkSize;
      const stop = Math.min(end, base + chunkSize);
      const chunk = this.chunks[number] ?? this.chunk;
      parts.push(
        chunk instanceof Blob
          ? new Uint8Array(await chunk.slice(at - base, stop - base).arrayBuffer())
          : number < maxChunksInMemory
            ? chunk.subarray(at - base, stop - base)
            : chunk.slice(at - base, stop - base), // a copy, because the memory may be reused
      );
      at = stop;
    }
    if (parts.length === 1) return parts[0] as Uint8Array<ArrayBuffer>;
    const whole = new Uint8Array(Math.max(0, end - from));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  blob(): Blob {
    return this.slice(0, this.size);
  }

  /** Returns the bytes from `from` to `to`. */
  slice(from: number, to: number): Blob {
    const parts: Array<Uint8Array<ArrayBuffer> | Blob> = [];
    for (let number = Math.floor(from / chunkSize); number * chunkSize < Math.min(to, this.size); number++) {
      const base = number * chunkSize;
      const chunk = this.chunks[number] ?? this.chunk.subarray(0, this.filled);
      const [start, end] = [Math.max(0, from - base), Math.min(to - base, chunkSize)];
      parts.push(chunk instanceof Blob ? chunk.slice(start, end) : chunk.subarray(start, end));
    }
    return new Blob(parts, { type: 'application/json' });
  }

  async text(): Promise<string> {
    return decoder.decode(await this.read(0, this.size));
  }

  async rows(first: number, count: number): Promise<Row[]> {
    const rows: Row[] = [];
    let block = lastIndexBelow(this.rowsBefore, first);
    let row = this.rowsBefore[block] ?? 0;
    let line = (this.linesBefore[block] ?? 0) + 1;
    // `first` starts after the row that began before this block.
    let rest: Uint8Array = new Uint8Array();
    let continued = false;
    let offset = block * blockSize;
    for (; rows.length < count && block * blockSize < this.size; block++) {
      const base = block * blockSize;
      const bytes = await this.read(base, base + blockSize);
      const ends = rowEnds(bytes, base);
      if (this.finished && base + bytes.length === this.size) ends.push(this.size);
      let from = base;
      for (const end of ends) {
        if (row >= first && rows.length < count) {
          const part = bytes.subarray(from - base, end - base);
          const decoded = await this.decodeRow(rest.length > 0 ? join(rest, part) : part, offset, end);
          rows.push({ row, line, continued, ...decoded });
        }
        rest = new Uint8Array();
        row++;
        continued = bytes[end - base - 1] !== 0x0a;
        if (!continued) line++;
        from = end;
        offset = end;
      }
      rest = join(rest, bytes.subarray(from - base));
    }
    return rows;
  }

  async rowOfLine(line: number): Promise<number> {
    if (line <= 1) return 0;
    const block = lastIndexBelow(this.linesBefore, line - 1);
    const base = block * blockSize;
    const bytes = await this.read(base, base + blockSize);
    let lines = this.linesBefore[block] ?? 0;
    let row = this.rowsBefore[block] ?? 0;
    for (const end of rowEnds(bytes, base)) {
      row++;
      if (bytes[end - base - 1] === 0x0a && ++lines === line - 1) return row;
    }
    return Math.max(0, this.extent.rows - 1);
  }

  async rowOfOffset(offset: number): Promise<number> {
    const block = Math.min(Math.floor(offset / blockSize), this.rowsBefore.length - 1);
    const base = block * blockSize;
    const ends = rowEnds(await this.read(base, base + blockSize), base);
    return (this.rowsBefore[block] ?? 0) + ends.filter((end) => end <= offset).length;
  }

  /** Returns the row that closes `row`, which is indented by `indentation` bytes. */
  async foldEnd(row: number, indentation: number): Promise<Row | undefined> {
    const [opening] = await this.rows(row, 1);
    if (!opening) return undefined;
    const closing = await closingLine(this, opening.offset, indentation);
    const last = closing === undefined ? this.extent.rows - 1 : await this.rowOfOffset(closing);
    return (await this.rows(last, 1))[0];
  }

  async line(at: number): Promise<Line> {
    const offset = await lineStart(this, at);
    const end = await lineEnd(this, at);
    return { offset, end, rows: [await this.rowOfOffset(offset), await this.rowOfOffset(Math.max(offset, end - 1))] };
  }

  private completeChunk(): void {
    const { chunk } = this;
    const number = this.chunks.push(chunk) - 1;
    this.chunk = allocateChunk();
    this.filled = 0;
    if (number < maxChunksInMemory) return;
    const conversion = toBlob(chunk).then(
      (blob) => {
        if (this.chunks[number] === chunk) this.chunks[number] = blob; // else the output was discarded
        recycle(chunk);
      },
      () => {}, // the browser has no room: the chunk stays in memory
    );
    this.pendingBlobs.push(conversion);
  }

  /** Decodes a row. A character that spans two rows belongs to the first. */
  private async decodeRow(bytes: Uint8Array, from: number, to: number): Promise<Pick<Row, 'offset' | 'end' | 'text'>> {
    const skipped = from === 0 ? 0 : continuationLength(bytes);
    const offset = from + skipped;
    if (bytes.at(-1) === 0x0a) return { offset, end: to - 1, text: decoder.decode(bytes.subarray(skipped, -1)) };
    const after = await this.read(to, to + 3);
    const added = continuationLength(after);
    return { offset, end: to + added, text: decoder.decode(join(bytes, after.subarray(0, added)).subarray(skipped)) };
  }
}

/** Chunks of earlier outputs, for reuse: writing to new memory is many times slower. */
const spareChunks: Uint8Array<ArrayBuffer>[] = [];
const maxSpareChunks = 8;

function recycle(chunk: Uint8Array<ArrayBuffer>): void {
  if (spareChunks.length < maxSpareChunks) spareChunks.push(chunk);
}

const allocateChunk = (): Uint8Array<ArrayBuffer> => spareChunks.pop() ?? new Uint8Array(chunkSize);

/**
 * Creates a Blob, which the browser may store on disk. The bytes must not change until it resolves. A stream takes a third of the time of
 * `new Blob([bytes])`, which first copies the array into new memory.
 */
function toBlob(bytes: Uint8Array<ArrayBuffer>): Promise<Blob> {
  let from = 0;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (from === bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(from, from + streamStep));
      from = Math.min(bytes.length, from + streamStep);
    },
  });
  return new Response(stream).blob();
}

/** Counts the leading continuation bytes. */
function continuationLength(bytes: Uint8Array): number {
  let count = 0;
  while (count < 3 && ((bytes[count] ?? 0) & 0xc0) === 0x80) count++;
  return count;
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Returns the last index whose number is less than `limit`, or 0. The numbers are sorted. */
function lastIndexBelow(numbers: number[], limit: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] as number) < limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
