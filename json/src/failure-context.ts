/** Bytes stored on either side of a failure: enough to show 60 UTF-16 code units. */
const REACH = 768;

/** Stores the text around a failure, across the windows of the text. */
export interface Context {
  /** Adds a window without a failure. */
  addValid(window: Uint8Array): void;
  /** Records a failure at `position` of `window`, which is negative if it is in an earlier window. */
  fail(window: Uint8Array, position: number): { before: Uint8Array };
  /** Adds text after the failure. */
  addFollowing(window: Uint8Array): void;
  /** Whether more text after the failure is needed. */
  needsMore(): boolean;
  firstByte(): number | undefined;
  /** Returns the text from the failure on. */
  after(): Uint8Array;
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

export function createContext(): Context {
  let tail: Uint8Array = new Uint8Array();
  let head: Uint8Array = new Uint8Array();
  return {
    addValid(window) {
      // Four bytes more, because an invalid sequence may be detected up to three bytes late.
      const size = REACH + 4;
      if (window.length >= size) tail = window.slice(-size);
      else tail = join(tail.subarray(Math.max(0, tail.length + window.length - size)), window);
    },
    fail(window, position) {
      const from = Math.max(0, position - REACH);
      const around = join(tail, window.subarray(from, Math.max(0, position) + REACH));
      const at = tail.length + position - from;
      head = around.slice(at, at + REACH);
      return { before: around.slice(Math.max(0, at - REACH), at) };
    },
    addFollowing(window) {
      head = join(head, window.subarray(0, REACH - head.length));
    },
    needsMore: () => head.length < REACH,
    firstByte: () => head[0],
    after: () => head,
  };
}
