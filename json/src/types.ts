/** Indentation per level. `none` writes the whole text on one line without white space. */
export type Indent = 2 | 4 | 'tab' | 'none';

/** A position in the text. */
export interface Position {
  /** Number of UTF-8 bytes before it. */
  offset: number;
  /** From 1; a line ends at LF, CR LF or CR. */
  line: number;
  /** From 1, in UTF-16 code units. */
  column: number;
}

/** Common mistakes. */
export type Cause =
  | 'trailing-comma'
  | 'missing-comma'
  | 'missing-value'
  | 'single-quotes'
  | 'smart-quotes'
  | 'unquoted-key'
  | 'comment'
  | 'fence'
  | 'ellipsis'
  | 'grouped-digits'
  | 'not-a-number'
  | 'foreign-literal'
  | 'leading-zero'
  | 'plus-sign'
  | 'bare-point'
  | 'hexadecimal'
  | 'byte-order-mark'
  | 'utf-16'
  | 'utf-32'
  | 'latin-1'
  | 'lone-surrogate'
  | 'line-break-in-string'
  | 'mismatched-bracket'
  | 'more-text';

export type FailureCode =
  /** The text is not JSON (RFC 8259). */
  | 'syntax'
  /** The text is not UTF-8 (RFC 3629). */
  | 'utf8'
  /** The output would exceed `maxOutput`. The text may be valid. */
  | 'output-limit'
  /** The text is nested too deeply (RFC 8259, section 9 allows a limit). The text may be valid. */
  | 'too-deep';

/** Replaces `length` bytes at `offset` with `text`. */
export interface Edit {
  offset: number;
  length: number;
  text: string;
}

/** The line around a failure. */
export interface Snippet {
  /** At most 60 UTF-16 code units on either side of the position. */
  text: string;
  /** Index of the position in `text`, in UTF-16 code units. */
  caret: number;
  /** Whether the line continues before and after `text`. */
  cutBefore: boolean;
  cutAfter: boolean;
}

/** Why and where formatting failed. The position is that of the first byte that cannot continue the text. */
export interface FormatFailure extends Position {
  code: FailureCode;
  /** The input at the position, such as `'x'` or `the end of the text`. */
  found: string;
  /** The expected input, such as `',' or ']'`. */
  expected: string;
  cause?: Cause;
  /** Number of the document, from 1, if there are several. */
  document?: number;
  /** The innermost open bracket. */
  opened?: Position & { bracket: '{' | '[' };
  snippet: Snippet;
  /** Message for users, without the position. */
  message: string;
}

/** Valid input that other programs may misread. */
export type Warning = Position &
  (
    | { kind: 'duplicate-key'; key: string; first: Position }
    /** An integer that a 64-bit float cannot hold exactly (RFC 8259, section 6). */
    | { kind: 'large-integer'; number: string }
    /** A number that a 64-bit float turns into infinity or 0. One with an exponent or a fraction and more than 1,024 bytes is not reported. */
    | { kind: 'out-of-range'; number: string }
    /** The escape of a lone surrogate (RFC 8259, section 8.2). */
    | { kind: 'lone-surrogate'; escape: string }
    /** The open objects have too many keys: some duplicates may be missed from here on. */
    | { kind: 'too-many-keys' }
  );

export interface FormatterOptions {
  /** Default 2, laid out as `JSON.stringify(value, null, 2)` does. */
  indent?: Indent;
  /** JSON Lines: one value per line. Blank lines are skipped. */
  lines?: boolean;
  /**
   * Several documents: objects or arrays that each begin on a new line after the one before. Each begins a line of the output. Other values,
   * and several on one line, stay invalid.
   */
  documents?: boolean;
  /** Maximum size of the output in bytes. Default: 64 MiB plus 32 times the input. */
  maxOutput?: number;
  /** Receives the output in chunks. The formatter reuses the buffer after the call: write the bytes out or copy them. */
  onOutput?: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** Called with the offset in the output of the start of each document, before the chunk that contains it. */
  onDocument?: (offset: number) => void;
  /**
   * Called after each chunk of the output and each `rowBlock` bytes with the number of complete rows and lines in the first `bytes` bytes.
   * A row is a line, except that a segment (`rowSegment` bytes, at a multiple of it) without a line feed ends its row.
   */
  onRows?: (rows: number, lines: number, bytes: number) => void;
  /** Receives warnings. They do not affect the output, but finding them takes time. */
  onWarning?: (warning: Warning) => void;
  /** Compares every byte of the output with the input. */
  verify?: boolean;
}

export interface FormatSuccess {
  ok: true;
  /** Number of UTF-8 bytes read and written. */
  bytesIn: number;
  bytesOut: number;
  /** Number of documents. */
  documents: number;
  /** True if every byte was compared (option `verify`), undefined otherwise. */
  onlyWhitespaceChanged?: true;
}

export type FormatResult = FormatSuccess | { ok: false; error: FormatFailure };
