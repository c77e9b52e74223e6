import type { Output } from './output';

const stepSize = 1024 * 1024;

/** Searches the output for a text: its bytes, the letters A to Z in either case. */
export class Search {
  private readonly needle: Uint8Array;
  /** Bytes to go on by, for each byte that may stand under the needle's end (Horspool), forwards and backwards. */
  private readonly ahead = new Int32Array(256);
  private readonly back = new Int32Array(256);

  constructor(text: string) {
    this.needle = new TextEncoder().encode(text).map((byte) => fold[byte] as number);
    const last = this.needle.length - 1;
    this.ahead.fill(last + 1);
    this.back.fill(last + 1);
    for (let index = 0; index < last; index++) this.ahead[this.needle[index] as number] = last - index;
    for (let index = last; index > 0; index--) this.back[this.needle[index] as number] = index;
  }

  /** The next place at or after `from`; backwards, the last one before it. Goes on at the other end. */
  async next(output: Output, from: number, backwards: boolean): Promise<number | undefined> {
    if (this.needle.length === 0) return undefined;
    return backwards
      ? ((await this.before(output, from, 0)) ?? (await this.before(output, output.size, from)))
      : ((await this.after(output, from, output.size)) ?? (await this.after(output, 0, from)));
  }

  /** All places, without overlap. */
  async *places(output: Output): AsyncGenerator<number> {
    const { length } = this.needle;
    if (length === 0) return;
    let next = 0;
    for (let base = 0; base < output.size; base += stepSize) {
      const bytes = await output.read(base, base + stepSize + length - 1);
      for (let at = this.forwards(bytes, Math.max(0, next - base)); at >= 0 && at < stepSize; at = this.forwards(bytes, at + length)) {
        next = base + at + length;
        yield base + at;
      }
    }
  }

  private async after(output: Output, from: number, to: number): Promise<number | undefined> {
    for (let base = from; base < to; base += stepSize) {
      const at = this.forwards(await output.read(base, base + stepSize + this.needle.length - 1), 0);
      if (at >= 0) return base + at;
    }
    return undefined;
  }

  private async before(output: Output, from: number, to: number): Promise<number | undefined> {
    for (let end = from; end > to; end -= stepSize) {
      const base = Math.max(to, end - stepSize);
      const at = this.backwards(await output.read(base, end + this.needle.length - 1), end - base);
      if (at >= 0) return base + at;
    }
    return undefined;
  }

  private forwards(bytes: Uint8Array, from: number): number {
    const { needle, ahead } = this;
    const last = needle.length - 1;
    const end = needle[last];
    for (let at = from; at + last < bytes.length; ) {
      const byte = fold[bytes[at + last] as number] as number;
      if (byte === end && this.stands(bytes, at)) return at;
      at += ahead[byte] as number;
    }
    return -1;
  }

  /** The last place that begins before `from`. */
  private backwards(bytes: Uint8Array, from: number): number {
    const first = this.needle[0];
    for (let at = Math.min(from - 1, bytes.length - this.needle.length); at >= 0; ) {
      const byte = fold[bytes[at] as number] as number;
      if (byte === first && this.stands(bytes, at)) return at;
      at -= this.back[byte] as number;
    }
    return -1;
  }

  private stands(bytes: Uint8Array, at: number): boolean {
    for (let index = 0; index < this.needle.length; index++) {
      if (fold[bytes[at + index] as number] !== this.needle[index]) return false;
    }
    return true;
  }
}

const fold = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte));
