/** Lists of small whole numbers by the number of their owner, in typed arrays. */
export class Lists {
  #starts = new Uint32Array(1024);
  #ends = new Uint32Array(1024);
  #items = new Uint32Array(8192);
  #end = 0;

  /** Replaces the list of an owner. The place of a longer list than the last one is not reused. */
  set(owner: number, list: number[]): void {
    if (owner >= this.#starts.length) [this.#starts, this.#ends] = [enlarged(this.#starts, owner), enlarged(this.#ends, owner)];
    const room = (this.#ends[owner] as number) - (this.#starts[owner] as number);
    const start = list.length <= room ? (this.#starts[owner] as number) : this.#end;
    if (start === this.#end) this.#end += list.length;
    if (this.#end > this.#items.length) this.#items = enlarged(this.#items, this.#end);
    this.#items.set(list, start);
    this.#starts[owner] = start;
    this.#ends[owner] = start + list.length;
  }

  /** Adds one to the count of each item in the list of an owner. */
  count(owner: number, counts: Uint32Array): void {
    const end = this.#ends[owner] as number;
    for (let index = this.#starts[owner] as number; index < end; index++) {
      const item = this.#items[index] as number;
      counts[item] = (counts[item] as number) + 1;
    }
  }
}

function enlarged(array: Uint32Array<ArrayBuffer>, least: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * least);
  larger.set(array);
  return larger;
}
