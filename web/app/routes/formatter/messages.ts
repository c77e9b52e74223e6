import type { FormatFailure, Indent, Warning } from '@dev-connector/json';

/** Bytes up to which a text is put into a text area; beyond, laying it out would stop the page. */
export const smallText = 64 * 1024;

/** What the page tells the worker. `run` counts the texts formatted; what belongs to an earlier one is passed over. */
export type ToWorker =
  /** Format a file, or the text that follows in pieces. */
  | { type: 'format'; run: number; indent: Indent; size: number; file: Blob | undefined }
  | { type: 'text'; run: number; bytes: Uint8Array<ArrayBuffer>; last: boolean }
  /** The text and its output are not needed any more. */
  | { type: 'drop' }
  | { type: 'question'; run: number; id: number; question: Question };

export type Question =
  | { ask: 'rows'; from: number; count: number }
  /** The row that a line begins with, or that holds a byte of the output. */
  | { ask: 'rowOfLine'; line: number }
  /** The row where the object or array that `row` opens is closed. */
  | { ask: 'foldEnd'; row: number; indent: number }
  | { ask: 'search'; needle: string; from: number; backwards: boolean }
  | { ask: 'count'; needle: string }
  /** Where a byte of the input stands in the output. */
  | { ask: 'locate'; offset: number }
  /** The lines of the input around a byte. */
  | { ask: 'excerpt'; offset: number }
  | { ask: 'blob' };

export interface Answers {
  rows: Row[];
  rowOfLine: number;
  foldEnd: number;
  search: { offset: number; row: number } | undefined;
  count: number;
  locate: { offset: number; row: number };
  excerpt: { before: string; after: string };
  blob: Blob;
}

/** What the viewer shows on one row: a line, or a part of a very long one. */
export interface Row {
  row: number;
  /** From 1. */
  line: number;
  /** Whether the row goes on where the row before was cut. */
  continued: boolean;
  /** Byte of the output that it begins with. */
  offset: number;
  text: string;
}

/** Rows that are told at once: they fill any screen. */
export const headRows = 64;

/** How much output there is so far. */
export interface Extent {
  bytes: number;
  rows: number;
  lines: number;
}

export interface Formatted extends Extent {
  bytesIn: number;
  milliseconds: number;
  /** Until the first piece of the output was there to be shown. */
  firstOutput: number;
  /** The whole output, where it is small. */
  text?: string;
  /** The first rows, where they have not been told yet. */
  head?: Row[];
}

/** What was found when the text was gone through again. */
export interface Check {
  /** The first warnings, and how many there are. */
  warnings: Warning[];
  total: number;
  /** Whether all of the text has been looked at. */
  complete: boolean;
  /** The formatter has compared, byte by byte, what it writes with what it reads; and what it wrote is what is shown. */
  onlySpaceChanged: boolean;
}

export type FromWorker =
  | { type: 'ready' }
  /** `head`: the first rows, the first time. */
  | { type: 'progress'; run: number; read: number; extent: Extent; milliseconds: number; head: Row[] | undefined }
  | { type: 'formatted'; run: number; formatted: Formatted }
  | { type: 'refused'; run: number; failure: FormatFailure }
  | { type: 'broken'; run: number; message: string }
  | { type: 'checked'; run: number; check: Check }
  /** Memory of a text that is dropped, for the next one. */
  | { type: 'spare'; buffers: ArrayBuffer[] }
  | { type: 'answer'; run: number; id: number; answer: unknown };
