/** Size at which a block is split, so that an insertion moves few items. */
const maxBlock = 512;

export type Compare = (a: number, b: number) => number;

/** Numbers in the order of a comparison, in blocks: insertion and removal stay fast at any length. Items must not change their place while they are in the list. */
export class OrderedList {
  readonly #compare: Compare;
  readonly #blocks: number[][] = [[]];

  constructor(compare: Compare) {
    this.#compare = compare;
  }

  add(item: number): void {
    const index = this.#blockFor((last) => this.#compare(last, item) < 0);
    const block = this.#blocks[index] as number[];
    block.splice(
      this.#place(block, (other) => this.#compare(other, item) < 0),
      0,
      item,
    );
    if (block.length > maxBlock) this.#blocks.splice(index + 1, 0, block.splice(maxBlock / 2));
  }

  remove(item: number): void {
    const index = this.#blockFor((last) => this.#compare(last, item) < 0);
    const block = this.#blocks[index] as number[];
    block.splice(block.indexOf(item), 1);
    if (block.length === 0 && this.#blocks.length > 1) this.#blocks.splice(index, 1);
  }

  /** Returns the first `count` items that match, among those for which `isBefore` is false. `isBefore` must be true for a beginning of the list. */
  take(count: number, isBefore: (item: number) => boolean, matches: (item: number) => boolean): number[] {
    const taken: number[] = [];
    let index = this.#blockFor(isBefore);
    let start = this.#place(this.#blocks[index] as number[], isBefore);
    for (; index < this.#blocks.length; index++, start = 0) {
      const block = this.#blocks[index] as number[];
      for (let place = start; place < block.length; place++) {
        const item = block[place] as number;
        if (!matches(item)) continue;
        taken.push(item);
        if (taken.length === count) return taken;
      }
    }
    return taken;
  }

  /** Returns the first block whose last item is not before, or the last block. */
  #blockFor(isBefore: (item: number) => boolean): number {
    let [low, high] = [0, this.#blocks.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore((this.#blocks[middle] as number[]).at(-1) as number)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #place(block: number[], isBefore: (item: number) => boolean): number {
    let [low, high] = [0, block.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(block[middle] as number)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
