import { AFTER_VALUE, COLON, FIRST_KEY, KEY } from '../kernel/states.ts';
import type { SyntaxErrorContext } from './detect-cause.ts';
import type { Cause, Edit } from './types.ts';

const encoder = new TextEncoder();
const byteLength = (text: string): number => encoder.encode(text).length;

/** White space of JSON (RFC 8259, section 2). */
const trailingSpace = /[ \t\r\n]*$/;

const string = /^"(?:[^"\\\t\r\n]|\\["\\/bfnrtu])*"/;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=[\s,\]])/;
const literal = /^(?:true|false|null)(?=[\s,\]])/;
/** What may follow a string in an array, even if another comma is missing. */
const afterString = /^\s*(?:[,\]"{[]|-?\d|(?:true|false|null)[\s,\]])/;
/** A string in single quotes on one line with the escapes of JSON and `\'`. */
const singleQuoted = /^'((?:[^'\\\t\r\n]|\\(?:['"\\/bfnrt]|u[\da-fA-F]{4}))*)'/;

/** Returns the edit that fixes a mistake, if only one is sensible. It changes a single token and refers to the offset of the error. */
export function findFix(cause: Cause, context: SyntaxErrorContext): Edit | undefined {
  if (cause === 'trailing-comma') return removeComma(context);
  if (cause === 'missing-comma') return addComma(context);
  if (cause === 'single-quotes') return replaceQuotes(context);
  if (cause === 'byte-order-mark' && context.before === '') return { offset: 0, length: byteLength('\ufeff'), text: '' };
  return undefined;
}

function removeComma({ before, after, opened }: SyntaxErrorContext): Edit | undefined {
  const [space = ''] = trailingSpace.exec(before) ?? [];
  if (after[0] !== (opened === '{' ? '}' : ']') || before.at(-space.length - 1) !== ',') return undefined;
  return { offset: -space.length - 1, length: 1, text: '' };
}

function addComma({ before, after, opened }: SyntaxErrorContext): Edit | undefined {
  const [space = ''] = trailingSpace.exec(before) ?? [];
  const previous = before.at(-space.length - 1) ?? '';
  // `"a""b"` and `1"a"` may also be a missing quote.
  if (previous === '' || (space === '' && !/[}\]]/.test(previous))) return undefined;
  const certain = opened === '{' ? isKey(after) : isElement(after) && !isDigitGroup(previous, space, after);
  return certain ? { offset: -space.length, length: 0, text: ',' } : undefined;
}

function isKey(after: string): boolean {
  const [key] = string.exec(after) ?? [];
  return key !== undefined && /^\s*:/.test(after.slice(key.length));
}

function isElement(after: string): boolean {
  if (/^[{[]/.test(after) || number.test(after) || literal.test(after)) return true;
  const [token] = string.exec(after) ?? [];
  return token !== undefined && afterString.test(after.slice(token.length));
}

/** Whether two numbers may be one with a space for the thousands, such as `1 000`. */
const isDigitGroup = (previous: string, space: string, after: string): boolean =>
  /\d/.test(previous) && !/[\r\n]/.test(space) && /^\d{3}(?!\d)/.test(after);

function replaceQuotes({ state, after, opened }: SyntaxErrorContext): Edit | undefined {
  const [token, content] = singleQuoted.exec(after) ?? [];
  if (token === undefined || content === undefined || state === COLON || state === AFTER_VALUE) return undefined;
  const rest = after.slice(token.length).replace(/^[ \t\r\n]+/, '');
  const closing = opened === '{' ? '}' : ']';
  const certain = state === KEY || state === FIRST_KEY ? rest[0] === ':' : opened ? rest[0] === ',' || rest[0] === closing : rest === '';
  if (!certain) return undefined;
  const quoted = content.replace(/\\.|"/g, (part) => (part === '"' ? '\\"' : part === "\\'" ? "'" : part));
  return { offset: 0, length: byteLength(token), text: `"${quoted}"` };
}
