import { type Reader, skipSpace } from './reader.ts';
import type { TextEdit } from './types.ts';

/** An open bracket. `virtual`: missing around the members of an object. */
interface Frame {
  bracket: '{' | '[';
  at: number;
  virtual: boolean;
}

/** A comma, characters that people type for it, and a full-width one of Chinese and Japanese keyboards. */
const separators = [',', ';', '\uff0c', '\uff1b'];

/** Full-width brackets of Chinese and Japanese keyboards. */
const fullWidth: Record<string, string> = { '\uff5b': '{', '\uff5d': '}', '\uff3b': '[', '\uff3d': ']' };

/** Returns a bracket as JSON writes it; other characters stay. */
export const bracketOf = (character: string): string => fullWidth[character] ?? character;

/** Maximum number of open brackets; the formatter's is higher. */
const maxDepth = 100_000;

/** Reads the brackets and commas of one value. */
export class Nesting {
  private readonly reader: Reader;
  private readonly stack: Frame[] = [];
  /** Position of a comma that nothing follows so far, and the edit that made it from another character. */
  private comma: number | undefined;
  private replaced: TextEdit | undefined;
  /** Whether a comma was added before a bracket on a new line, which may as well begin a document. */
  private mayBeDocument = false;
  /** Whether a key or the end of an object follows. */
  expectsKey = false;
  /** Whether the last token was a closing bracket. */
  closed = false;
  /** Whether the value is complete. */
  ended = false;

  constructor(reader: Reader) {
    this.reader = reader;
  }

  get depth(): number {
    return this.stack.length;
  }

  /** Position of the innermost open bracket. */
  get opened(): number | undefined {
    return this.stack.at(-1)?.at;
  }

  /** The innermost open bracket. */
  get bracket(): '{' | '[' | undefined {
    return this.stack.at(-1)?.bracket;
  }

  get inObject(): boolean {
    return this.bracket === '{';
  }

  /** Whether the text may end here without losing a value. */
  get mayEnd(): boolean {
    return this.depth > 0 && (this.comma !== undefined || this.expectsKey || !this.inObject);
  }

  open(bracket: '{' | '[', virtual = false): void {
    const { reader } = this;
    if (this.depth >= maxDepth) reader.fail('too-long');
    this.stack.push({ bracket, at: reader.at, virtual });
    if (virtual) reader.edit(reader.at, reader.at, '{', 'braces');
    else this.readBracket();
    this.expectsKey = bracket === '{';
    this.forgetComma();
  }

  /** Whether the next character closes the innermost bracket. */
  get closes(): boolean {
    return this.depth > 0 && bracketOf(this.reader.next) === (this.inObject ? '}' : ']');
  }

  close(): void {
    if (this.stack.at(-1)?.virtual) this.reader.fail('extra-bracket');
    this.removeComma();
    this.readBracket();
    this.stack.pop();
    this.closed = true;
    this.expectsKey = false;
  }

  private readBracket(): void {
    const { reader } = this;
    const bracket = bracketOf(reader.next);
    if (bracket !== reader.next) reader.edit(reader.at, reader.at + 1, bracket, 'punctuation');
    reader.at++;
  }

  /** Reads a comma after a value, or what stands for it. */
  readComma(): boolean {
    const { reader } = this;
    const { at, next } = reader;
    if (!separators.includes(next)) return false;
    this.comma = at;
    if (next !== ',') {
      reader.edit(at, at + 1, ',', next === ';' ? 'semicolon' : 'punctuation');
      this.replaced = reader.edits.at(-1);
    }
    reader.at++;
    this.expectsKey = this.inObject;
    return true;
  }

  /** Adds a comma at `at`, before the next token. */
  addComma(at: number): void {
    const { reader } = this;
    this.mayBeDocument ||= reader.lineBroken && /[[{]/.test(bracketOf(reader.next));
    reader.edit(at, at, ',', 'missing-comma');
    this.expectsKey = this.inObject;
  }

  /** Keeps the comma, because something follows it. */
  forgetComma(): void {
    this.comma = this.replaced = undefined;
  }

  private removeComma(): void {
    if (this.replaced) this.replaced.text = '';
    else if (this.comma !== undefined) this.reader.edit(this.comma, this.comma + 1, '', 'extra-comma');
    this.forgetComma();
  }

  /** Closes the brackets that are open at the end of the text. */
  complete(): void {
    this.removeComma();
    const { reader, stack } = this;
    const end = reader.text.length;
    if (stack.length === 1 && stack[0]?.virtual) reader.edit(end, end, '}', 'braces');
    else {
      if (!reader.mayBeCut || this.mayBeDocument) reader.fail('brackets', this.opened);
      const brackets = stack.map(({ bracket }) => (bracket === '{' ? '}' : ']'));
      reader.edit(end, end, brackets.reverse().join(''), 'cut-off');
    }
    reader.at = end;
    this.ended = true;
  }

  /** Completes a text that ends before the value of a member. */
  completeMember(): void {
    const { reader } = this;
    const known = reader.edits.length;
    skipSpace(reader, true);
    if (!reader.ended || !reader.mayBeCut) return;
    // What looks like a comment may be the value.
    if (reader.edits.slice(known).some(({ kind }) => kind === 'comment')) reader.fail('missing-value');
    reader.edit(reader.at, reader.at, ' null', 'null');
    this.complete();
  }
}
