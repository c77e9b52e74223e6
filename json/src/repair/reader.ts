import { type AdviceKind, type RepairKind, type TextEdit, Unrepairable } from './types.ts';

/** Maximum number of edits. */
const maxEdits = 500_000;

/** Reads a text and collects edits. */
export class Reader {
  readonly text: string;
  readonly edits: TextEdit[] = [];
  at: number;
  /** Whether the text may end early, which a repair completes. */
  readonly mayBeCut: boolean;
  /** Whether the last white space contained a line break. */
  lineBroken = false;

  constructor(text: string, at = 0, mayBeCut = true) {
    this.text = text;
    this.at = at;
    this.mayBeCut = mayBeCut;
  }

  /** The next character, in UTF-16 code units; empty at the end. */
  get next(): string {
    return this.text[this.at] ?? '';
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  /** Matches a sticky pattern at the position and moves behind it. */
  match(pattern: RegExp): RegExpExecArray | null {
    const found = this.look(pattern);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  /** Matches a sticky pattern at the position, or at `from`. */
  look(pattern: RegExp, from = this.at): RegExpExecArray | null {
    pattern.lastIndex = from;
    return pattern.exec(this.text);
  }

  edit(from: number, to: number, text: string, kind: RepairKind): void {
    if (this.edits.length >= maxEdits) this.fail('too-long', from);
    this.edits.push({ from, to, text, kind });
  }

  fail(kind: AdviceKind, at = this.at): never {
    throw new Unrepairable(at, kind);
  }

  /** Returns the edits in order. */
  sortedEdits(): TextEdit[] {
    return this.edits.sort((a, b) => a.from - b.from || a.to - b.to);
  }
}

const space = /[ \t\r\n]+/y;
/** White space and invisible characters that JSON does not allow: separators, format and control characters but the escape, fillers, variants. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape begins a colour
const otherSpace = /(?:(?!\x1b)[\ufe00-\ufe0f\p{Z}\p{Cf}\p{Cc}\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800])+/uy;
/** A colour of a terminal (ECMA-48, section 8.3.117). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it begins with an escape character
const colour = /(?:\u001b\[[\d;]*[A-Za-z])+/y;
const lineComment = /(?:\/\/|#)[^\r\n]*/y;
/** A colour of CSS or a tag, which is no comment where a value belongs. */
const hashText = /#[\p{L}\p{N}_]/uy;

/** Replaces a character that JSON does not know as white space. */
const replaceSpace = (unit: string): string =>
  /[\r\n\u0085\u2028\u2029]/.test(unit) ? '\n' : /[\t\v\f\p{Zs}\u2800\u3164\uffa0]/u.test(unit) ? ' ' : '';

/** Skips white space and comments, with edits for what JSON does not allow. Before a value, `#` and a letter or digit are not a comment. */
export function skipSpace(reader: Reader, beforeValue = false): void {
  reader.lineBroken = false;
  while (true) {
    const [found] = reader.match(space) ?? [];
    if (found !== undefined) {
      reader.lineBroken ||= /[\r\n]/.test(found);
      continue;
    }
    const from = reader.at;
    const [other] = reader.match(otherSpace) ?? [];
    if (other !== undefined) {
      const text = other.replace(/./gsu, replaceSpace);
      reader.lineBroken ||= text.includes('\n');
      reader.edit(from, reader.at, text, 'white-space');
    } else if (reader.text.startsWith('/*', from)) {
      const end = reader.text.indexOf('*/', from + 2);
      if (end < 0) reader.fail('unclosed-comment');
      reader.at = end + 2;
      reader.edit(from, reader.at, '', 'comment');
    } else if (reader.match(colour)) reader.edit(from, reader.at, '', 'white-space');
    else if (beforeValue && reader.look(hashText)) reader.fail('unquoted-text');
    else if (reader.match(lineComment)) reader.edit(from, reader.at, '', 'comment');
    else return;
  }
}
