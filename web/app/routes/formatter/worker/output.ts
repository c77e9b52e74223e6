import { rowBlock as blockSize } from '@dev-connector/json';
import type { Extent, Row } from '../messages';
import { rowEnds } from './rows';

/** Bytes of a piece of the output. */
const pieceSize = 4 * 1024 * 1024;
/** Pieces held in memory; later ones are given to the browser as Blobs, which it may keep on disk. */
const piecesInMemory = 12;
/** Pieces that the browser is taking over at once: until it has them, they are held in memory. */
const handedOver = 6;
/** Bytes that it is given at once. */
const handful = 256 * 1024;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A formatted text of any size, in pieces, with an index of its rows and lines. */
export class Output {
  size = 0;
  private readonly pieces: Array<Uint8Array<ArrayBuffer> | Blob> = [];
  private piece = freshPiece();
  private filled = 0;
  private readonly takenOver: Promise<void>[] = [];
  /** Rows and lines that have ended before each block. */
  private readonly rowsBefore = [0];
  private readonly linesBefore = [0];
  private rowsEnded = 0;
  private linesEnded = 0;
  /** The last row and line, which nothing ends. */
  private finished = false;

  append(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + pieceSize - this.filled);
      this.piece.set(part, this.filled);
      this.filled += part.length;
      this.size += part.length;
      from += part.length;
      if (this.filled === pieceSize) this.nextPiece();
    }
  }

  /** Takes what the formatter counts (its option onRows). */
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

  /** Gives the memory back for the next output. Nothing is held after that but what the browser is taking over just now. */
  release(): void {
    // What is still being taken over comes back by itself.
    for (const piece of this.pieces.splice(0).slice(0, piecesInMemory)) if (!(piece instanceof Blob)) spare(piece);
    spare(this.piece);
    this.size = 0;
  }

  get extent(): Extent {
    const open = this.finished ? 1 : 0;
    return { bytes: this.size, rows: this.rowsEnded + open, lines: this.linesEnded + open };
  }

  /** Waits where the browser has too much to take over. */
  async settle(): Promise<void> {
    while (this.takenOver.length >= handedOver) await this.takenOver.shift();
  }

  /** The bytes from `from` to `to`, or to the end. */
  async read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const end = Math.min(to, this.size);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let at = from; at < end; ) {
      const number = Math.floor(at / pieceSize);
      const base = number * pieceSize;
      const stop = Math.min(end, base + pieceSize);
      const piece = this.pieces[number] ?? this.piece;
      parts.push(
        piece instanceof Blob
          ? new Uint8Array(await piece.slice(at - base, stop - base).arrayBuffer())
          : number < piecesInMemory
            ? piece.subarray(at - base, stop - base)
            : piece.slice(at - base, stop - base), // its memory may be another piece's before the reader is done
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
    return new Blob([...this.pieces, this.piece.subarray(0, this.filled)], { type: 'application/json' });
  }

  async text(): Promise<string> {
    return decoder.decode(await this.read(0, this.size));
  }

  async rows(first: number, count: number): Promise<Row[]> {
    const rows: Row[] = [];
    let block = lastBelow(this.rowsBefore, first);
    let row = this.rowsBefore[block] ?? 0;
    let line = (this.linesBefore[block] ?? 0) + 1;
    // Of the row that the block begins within nothing is wanted: `first` begins behind it.
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
          const text = await this.textOf(rest.length > 0 ? join(rest, part) : part, offset, end);
          rows.push({ row, line, continued, offset, text });
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
    const block = lastBelow(this.linesBefore, line - 1);
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

  /** The row that closes what `row`, indented by `indent` bytes, opens: the next line that is indented no deeper. */
  async foldEnd(row: number, indent: number): Promise<number> {
    const [opening] = await this.rows(row, 1);
    if (!opening) return row;
    const step = 1024 * 1024;
    for (let base = opening.offset; base < this.size; base += step) {
      const bytes = await this.read(base, base + step + indent + 1);
      for (let at = bytes.indexOf(0x0a); at >= 0 && at < step; at = bytes.indexOf(0x0a, at + 1)) {
        const first = bytes[at + 1 + indent];
        if (first !== undefined && first !== 0x20 && first !== 0x09) return this.rowOfOffset(base + at + 1);
      }
    }
    return this.extent.rows - 1;
  }

  private nextPiece(): void {
    const { piece } = this;
    const number = this.pieces.push(piece) - 1;
    this.piece = freshPiece();
    this.filled = 0;
    if (number < piecesInMemory) return;
    const taken = toBlob(piece).then(
      (blob) => {
        if (this.pieces[number] === piece) this.pieces[number] = blob; // else the output is given up
        spare(piece);
      },
      () => {}, // the browser has no room: it stays in memory, where it is as good
    );
    this.takenOver.push(taken);
  }

  /** A cut through a character is moved behind it, on both sides. */
  private async textOf(bytes: Uint8Array, offset: number, end: number): Promise<string> {
    if (bytes.at(-1) === 0x0a) return decoder.decode(bytes.subarray(offset === 0 ? 0 : continuation(bytes), -1));
    const after = await this.read(end, end + 3);
    const whole = join(bytes, after.subarray(0, continuation(after)));
    return decoder.decode(whole.subarray(offset === 0 ? 0 : continuation(bytes)));
  }
}

/** Pieces of former outputs. Memory that has been written to before is many times faster than new one. */
const sparePieces: Uint8Array<ArrayBuffer>[] = [];
const piecesSpared = 8;

function spare(piece: Uint8Array<ArrayBuffer>): void {
  if (sparePieces.length < piecesSpared) sparePieces.push(piece);
}

const freshPiece = (): Uint8Array<ArrayBuffer> => sparePieces.pop() ?? new Uint8Array(pieceSize);

/**
 * Hands bytes to the browser, which may keep them on disk; they must stay as they are meanwhile. Through a stream, because that way they go straight to it, a
 * handful at a time: a Blob made of an array copies the whole of it into new memory first, which takes three times as long.
 */
function toBlob(bytes: Uint8Array<ArrayBuffer>): Promise<Blob> {
  let from = 0;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (from === bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(from, from + handful));
      from = Math.min(bytes.length, from + handful);
    },
  });
  return new Response(stream).blob();
}

/** Bytes at the beginning that continue a character. */
function continuation(bytes: Uint8Array): number {
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

/** The last index whose number is less than `limit`, or the first of all. The numbers never fall. */
function lastBelow(numbers: number[], limit: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] as number) < limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
