/** Bytes kept on either side of a failure: enough for 60 UTF-16 code units of three bytes each, and a word. */
const REACH = 192;

/** Remembers the text around the place where something may go wrong, however the text is cut into windows. */
export interface Context {
  /** A window went well. */
  pass(window: Uint8Array): void;
  /** Something is wrong at `position` of `window`; negative when it is in an earlier window. */
  fail(window: Uint8Array, position: number): { before: Uint8Array };
  /** More text came after the failure. */
  follow(window: Uint8Array): void;
  /** Whether the text after the failure is still too short. */
  wantsMore(): boolean;
  firstByte(): number | undefined;
  /** The text from the failure on. */
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
    pass(window) {
      // Four bytes more, because a bad sequence may be found out up to three bytes late.
      const keep = REACH + 4;
      if (window.length >= keep) tail = window.slice(-keep);
      else tail = join(tail.subarray(Math.max(0, tail.length + window.length - keep)), window);
    },
    fail(window, position) {
      const from = Math.max(0, position - REACH);
      const around = join(tail, window.subarray(from, Math.max(0, position) + REACH));
      const at = tail.length + position - from;
      head = around.slice(at, at + REACH);
      return { before: around.slice(Math.max(0, at - REACH), at) };
    },
    follow(window) {
      head = join(head, window.subarray(0, REACH - head.length));
    },
    wantsMore: () => head.length < REACH,
    firstByte: () => head[0],
    after: () => head,
  };
}
