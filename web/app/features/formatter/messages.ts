import type { FormatFailure, Indent, Warning } from '@dev-connector/json';
import type { Advice, RepairEdit } from '@dev-connector/json/repair';
import type { Reading } from './search/matcher';

/** Maximum size, in bytes, of a text in a text area. The layout of a longer one would freeze the page. */
export const maxTextAreaSize = 64 * 1024;

/** Maximum bytes to copy. More text freezes programs that read the clipboard. */
export const maxCopySize = 10_000_000;

/** Messages to the worker. `run` numbers the texts; messages of an earlier run are ignored. */
export type ToWorker =
  /** Formats a file, or the text that follows in chunks. */
  | { type: 'format'; run: number; indent: Indent; size: number; file: Blob | undefined }
  | { type: 'text'; run: number; bytes: Uint8Array<ArrayBuffer>; last: boolean }
  /** Discards the text and its output. */
  | { type: 'drop' }
  | { type: 'request'; run: number; id: number; request: WorkerRequest };

export type WorkerRequest =
  | { type: 'rows'; from: number; count: number }
  /** The first row of a line. */
  | { type: 'rowOfLine'; line: number }
  /** The row that closes the object or array opened in `row`. */
  | { type: 'foldEnd'; row: number; indent: number }
  /** The line at a byte of the output. */
  | { type: 'line'; offset: number }
  /** A part of the output. */
  | { type: 'slice'; from: number; to: number }
  /** The first match at or after `from`, or backwards the last one before it. Wraps around. */
  | { type: 'search'; needle: string; matchCase: boolean; from: number; backwards: boolean }
  /** The number of all matches, and that of the match at `offset`. Returns undefined if another search has begun. */
  | { type: 'count'; needle: string; matchCase: boolean; offset: number }
  /** The path of the line at a byte of the output. Returns an empty cursor if another one has been asked for. */
  | { type: 'cursor'; offset: number }
  /**
   * The parts of the object or array that the line at a byte of the output opens, or without `offset` the documents. Returns undefined if the line opens
   * nothing, or if other parts have been asked for.
   */
  | { type: 'parts'; offset: number | undefined }
  /** The value in the line at a byte of the output. */
  | { type: 'value'; offset: number }
  /** The text of the string in the line at a byte of the output. */
  | { type: 'text'; offset: number }
  /** The position in the output of a byte of the input. */
  | { type: 'locate'; offset: number }
  /** The input around a byte. */
  | { type: 'excerpt'; offset: number }
  /** The repair of the input. */
  | { type: 'repair' }
  | { type: 'blob' };

/** The place of a line in the text. */
export interface Cursor {
  path?: string | undefined;
  /** Number of the document, from 1, if there are several. */
  document?: number | undefined;
  /** The row of the line that opens the enclosing object or array. */
  parentRow?: number | undefined;
  /** The content of a string value: text, or text that looks like an object or array. */
  content?: 'text' | 'json' | undefined;
}

/** Maximum parts of a level; more do not fit in the bar. */
export const maxParts = 6;

/** Where the bytes of an object or array are. Bytes are those of the output without indentation and line feeds. */
export interface Parts {
  /** The largest values; the keys of all values, if no value stands out and the values are alike; or else ranges of values in their order. */
  by: 'value' | 'key' | 'range';
  /** Number of values. */
  of: number;
  bytes: number;
  parts: Part[];
  /** Number of the parts that are left out because they are smaller. */
  others: number;
}

export interface Part {
  /** The key, such as `name`; of an array's element `[3]`; `Document 3`; of a range `[0] … [3]`. Hidden characters are escaped. */
  name: string;
  bytes: number;
  /** Number of values in it. */
  count: number;
  /** The place in the output of the first line of the value, of the largest with the key, or of the first in the range. */
  offset: number;
  row: number;
  /** Whether it is an object or array with values, whose parts can be asked for. */
  opens: boolean;
}

/** A match of a search. `number`, from 1, and `total` are known after counting. */
export interface Match {
  offset: number;
  end: number;
  /** How it was found. */
  reading: Reading;
  row: number;
  number?: number | undefined;
  total?: number | undefined;
}

export interface WorkerResponses {
  rows: Row[];
  rowOfLine: number;
  foldEnd: Row | undefined;
  line: Line;
  slice: Blob;
  search: Match | undefined;
  count: { number: number | undefined; total: number } | undefined;
  cursor: Cursor;
  parts: Parts | undefined;
  value: { size: number; value?: Blob };
  text: { size: number; value?: Blob };
  /** Undefined if the input is too large or not UTF-8. */
  repair: Repair | undefined;
  locate: { offset: number; row: number };
  excerpt: { before: string; after: string };
  blob: Blob;
}

/** A repair whose intention is certain everywhere, with its first edits, or else advice. */
export type Repair =
  | { text: Blob; edits: RepairEdit[]; total: number; changedValues: number; advice?: undefined }
  | { advice: Advice; text?: undefined };

/** A row of the viewer: a line, or a part of a very long line. */
export interface Row {
  row: number;
  /** From 1. */
  line: number;
  /** Whether the row continues the line of the previous row. */
  continued: boolean;
  /** Offsets of its text in the output, without the line feed. */
  offset: number;
  end: number;
  text: string;
  /** Number of the document that begins with the row, from 1, if there are several. */
  document?: number;
}

/** A line of the output, without its line feed: offsets, and its first and last row. */
export interface Line {
  offset: number;
  end: number;
  rows: [first: number, last: number];
}

/** Number of rows sent with the first output. They fill any screen. */
export const headRows = 64;

/** The size of the output so far. */
export interface Extent {
  bytes: number;
  rows: number;
  lines: number;
}

export interface Formatted extends Extent {
  bytesIn: number;
  /** Number of documents. */
  documents: number;
  /** How the text was read, if it is not plain UTF-8. */
  encoding?: 'UTF-16' | 'byte order mark' | undefined;
  milliseconds: number;
  /** The whole output, if it is small. */
  text?: string;
  /** The first rows, unless a progress message contained them. */
  head?: Row[] | undefined;
}

/** The warnings of one kind: their number, and the first ones. */
export interface WarningGroup {
  total: number;
  first: Warning[];
}

/** The result of the second pass over the text. */
export interface Check {
  warnings: Partial<Record<Warning['kind'], WarningGroup>>;
  /** Number of all warnings. */
  total: number;
  /** Whether the whole text has been checked. */
  complete: boolean;
  /** Whether every byte of the displayed output was compared with the input and only white space differs. */
  onlyWhitespaceChanged: boolean;
}

export type FromWorker =
  /** `head`: the first rows, only in the first message. */
  | { type: 'progress'; run: number; read: number; extent: Extent; head: Row[] | undefined }
  | { type: 'formatted'; run: number; formatted: Formatted }
  /** `repair`: of a small text, so that the error and its repair appear together. */
  | { type: 'invalid'; run: number; failure: FormatFailure; repair: Repair | undefined }
  | { type: 'failed'; run: number; message: string }
  | { type: 'checked'; run: number; check: Check }
  | { type: 'response'; run: number; id: number; response: unknown };
