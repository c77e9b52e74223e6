/** What one level is indented by; `none` writes everything on one line without white space. */
export type Indent = 2 | 4 | 'tab' | 'none';

/** A place in the text. */
export interface Place {
  /** Bytes of UTF-8 before it. */
  offset: number;
  /** From 1; a line ends at LF, CR LF or CR. */
  line: number;
  /** From 1, in UTF-16 code units, as editors count. */
  column: number;
}

/** The usual slips, named. */
export type Cause =
  | 'trailing-comma'
  | 'missing-comma'
  | 'missing-value'
  | 'single-quotes'
  | 'smart-quotes'
  | 'unquoted-key'
  | 'comment'
  | 'not-a-number'
  | 'foreign-literal'
  | 'leading-zero'
  | 'plus-sign'
  | 'bare-point'
  | 'hexadecimal'
  | 'byte-order-mark'
  | 'line-break-in-string'
  | 'mismatched-bracket'
  | 'more-text';

export type FailureCode =
  /** The text is not JSON (RFC 8259). */
  | 'syntax'
  /** The text is not UTF-8 (RFC 3629). */
  | 'utf8'
  /** The output would exceed its budget. The text may be valid. */
  | 'output-budget'
  /** More brackets are open than the formatter keeps track of (RFC 8259, section 9 allows a limit). The text may be valid. */
  | 'too-deep';

/** The line around a failure. */
export interface Snippet {
  /** At most 60 UTF-16 code units before the place and 60 from it on. */
  text: string;
  /** Where in `text` the place is, in UTF-16 code units from 0. */
  caret: number;
  /** Whether the line goes on before and after `text`. */
  cutBefore: boolean;
  cutAfter: boolean;
}

/** Why a text was not formatted, and where: the first byte that cannot continue it. */
export interface FormatFailure extends Place {
  code: FailureCode;
  /** What stands at the place, such as `'x'` or `the end of the text`. */
  found: string;
  /** What could have stood there, such as `',' or ']'`. */
  expected: string;
  cause?: Cause;
  /** The innermost bracket that is open at the place. */
  opened?: Place & { bracket: '{' | '[' };
  snippet: Snippet;
  /** One sentence for people, without the place. */
  message: string;
}

/** Something valid that other programs may not read as it was meant. */
export type Warning = Place &
  (
    | { kind: 'duplicate-key'; key: string; first: Place }
    /** An integer that a 64-bit float cannot hold exactly (RFC 8259, section 6). */
    | { kind: 'large-integer'; number: string }
    /** An escape that is half of a surrogate pair (RFC 8259, section 8.2). */
    | { kind: 'lone-surrogate'; escape: string }
    /** More keys than are remembered are open at once: duplicates are no longer all found. */
    | { kind: 'too-many-keys' }
  );

export interface FormatterOptions {
  /** Default 2, laid out as `JSON.stringify(value, null, 2)` does. */
  indent?: Indent;
  /** JSON Lines: one value per line, any number of lines; blank lines are passed over. */
  lines?: boolean;
  /** Bytes of output not to be exceeded. Default: 64 MiB and 32 times what has been read. */
  budget?: number;
  /** Takes the output, piece by piece. The bytes are the formatter's own and change after the call: write them out or copy them. */
  onOutput?: (bytes: Uint8Array<ArrayBuffer>) => void;
  /**
   * Told after each piece of the output, and for every `rowBlock` bytes of it, how many rows and lines have ended in its first `bytes` bytes. A row is
   * a line, but that a line which fills a segment (`rowSegment` bytes, at a multiple of it) without ending is cut behind that segment.
   */
  onRows?: (rows: number, lines: number, bytes: number) => void;
  /** Takes warnings. They never change the output; looking for them takes time. */
  onWarning?: (warning: Warning) => void;
  /** Compares every byte written with what was read. */
  verify?: boolean;
}

export interface FormatSuccess {
  ok: true;
  /** Bytes of UTF-8 read and written. */
  bytesIn: number;
  bytesOut: number;
  /** True when it was asked for and, byte by byte, is so; undefined when not asked for. */
  onlySpaceChanged?: true;
}

export type FormatResult = FormatSuccess | { ok: false; error: FormatFailure };
