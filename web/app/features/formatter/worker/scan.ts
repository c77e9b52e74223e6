import type { Output } from './output';

/** A value in an object or array, or a document. */
export interface Value {
  /** Its position in the object or array. */
  index: number;
  /** Of its key or value. */
  offset: number;
  /** Including its key, but neither the comma after it nor indentation and line feeds. */
  bytes: number;
  /** Whether it is an object or array with values. */
  opens: boolean;
}

export interface Scan {
  output: Output;
  /** The line that opens the object or array, or undefined for the documents of the output. */
  offset: number | undefined;
  /** 1 for the values, 2 for those in the values. */
  depth: 1 | 2;
  /** Called where a value or its key begins in `bytes`, which contain at least the next kilobyte. */
  begin?: (bytes: Uint8Array, at: number) => void;
  end: (value: Value) => void;
  /** Yields to other tasks and returns false if the response is no longer needed. */
  proceed: () => Promise<boolean>;
}

/** Bytes per step, and those after them that `begin` may read. */
export const stepSize = 1024 * 1024;
export const overlap = 1024;
