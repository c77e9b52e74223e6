import type { Edit, Position } from '../types.ts';

/** What an edit of a repair does. */
export type RepairKind =
  | 'comment'
  | 'extra-comma'
  | 'missing-comma'
  | 'semicolon'
  | 'punctuation'
  | 'quotes'
  | 'key'
  | 'colon'
  | 'literal'
  | 'null'
  | 'number'
  | 'white-space'
  | 'control-character'
  | 'escape'
  | 'fence'
  | 'wrapper'
  | 'escaped-text'
  | 'braces'
  | 'cut-off'
  | 'text-around';

/** Why a text cannot be repaired: more than one repair is sensible. */
export type AdviceKind =
  | 'ellipsis'
  | 'grouped-digits'
  | 'expression'
  | 'unquoted-text'
  | 'unquoted-key'
  | 'quote'
  | 'unclosed-string'
  | 'escape'
  | 'missing-value'
  | 'missing-colon'
  | 'missing-comma'
  | 'leading-zero'
  | 'brackets'
  | 'member-in-array'
  | 'extra-bracket'
  | 'several-values'
  | 'text-after'
  | 'unclosed-comment'
  | 'incomplete-number'
  | 'markup'
  | 'encoded'
  | 'quoted-text'
  | 'array-length'
  | 'empty'
  | 'too-long'
  /** A mistake of this module. */
  | 'not-repaired';

/** An edit of the text. Its position is that of the text that it replaces. */
export interface RepairEdit extends Position, Edit {
  kind: RepairKind;
  /** The replaced text. */
  removed: string;
}

export interface Advice extends Position {
  kind: AdviceKind;
  /** A sentence for users, without the position. */
  message: string;
}

export type RepairResult =
  /** The repaired text, which is valid. Without edits, the text was valid. */
  { ok: true; text: string; edits: RepairEdit[] } | { ok: false; advice: Advice };

/** An edit in UTF-16 code units of the text. */
export interface TextEdit {
  from: number;
  to: number;
  text: string;
  kind: RepairKind;
}

/** Thrown where the text cannot be repaired. */
export class Unrepairable extends Error {
  readonly at: number;
  readonly kind: AdviceKind;

  constructor(at: number, kind: AdviceKind) {
    super(kind);
    this.at = at;
    this.kind = kind;
  }
}
