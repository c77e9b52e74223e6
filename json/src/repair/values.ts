import { textPrefix } from './keys.ts';
import type { Reader } from './reader.ts';
import { endsWithQuote, opensString, readString } from './strings.ts';

const strictNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const number =
  /([+\u2212-]?)(?:(0[xX][\da-fA-F]+(?:_[\da-fA-F]+)*|0[oO][0-7]+(?:_[0-7]+)*|0[bB][01]+(?:_[01]+)*)|(\d[\d_]*\.?[\d_]*(?:[eE][+-]?\d+)?|\.\d[\d_]*(?:[eE][+-]?\d+)?))([nL]?)/y;
/** Digits in groups: `1,234.50` before anything but a key, `1 234`, `1'234`, `1.234.567`. The pattern begins after the first group. */
const moreGroups =
  /(?:,\d+(?:[.,]\d+)*(?!\d)(?!\s*(?::|=>))|(?:[ \u00a0\u202f\u2009]\d{3})+(?!\d)|['\u2019]\d{3}(?!\d)|(?:\.\d{3})+(?!\d)(?![.:\d-]))/y;
/** Digits in groups within an array, where a comma separates values. */
const groupsInArray = /(?:[ \u00a0\u202f\u2009]\d{3})+(?!\d)|['\u2019]\d{3}(?!\d)|(?:\.\d{3})+(?![.:\d-])/y;
/** Characters that look like no character or a space, inside a number. */
const invisibleInNumber =
  /(?:(?![ \t\r\n\v\f\u0085\u2028\u2029])[\ufe00-\ufe0f\p{Z}\p{Cf}\p{Cc}\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800])+[\d.]/uy;
const delimiter = /[\s,;\uff0c\uff1b}\]\uff5d\uff3d\p{Z}\p{Cf}\p{Cc}\u3164\uffa0\u2800]|[\ufe00-\ufe0f]|\/[/*]|$/uy;
const operator = /[ \t]*[+*%<>&|?^=(-]|[ \t]*\/(?![/*])|\.(?=[\p{L}_$])|\[/uy;

/** The rest of a date, a time or a percentage. */
const dateOrUnit = /-\d\d(?:-\d\d|\s*[,}\]])|:\d\d|%\s*[,}\]]/y;

/** Maximum digits of a number that is converted. */
const maxDigits = 1000;

const word = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
/** Not-a-number and infinity in JavaScript, Python, C and R. */
const notANumber = /[+\u2212-]?(?:[nN]aN|nan|NAN|[iI]nfinity|[iI]nf|INF)(?![\p{L}\p{N}_$.(])/uy;
/** The start of a number that ends before its digits. */
const incomplete = /(?:[+\u2212-]?(?:\d[\d_]*(?:\.\d*)?[eE][+-]?|0[xXoObB]|\.)|[+-])\s*(?=[,}\]]|$)/y;
/** Words of other languages for the literals. */
const literals: Record<string, string> = {
  True: 'true',
  TRUE: 'true',
  False: 'false',
  FALSE: 'false',
  None: 'null',
  NULL: 'null',
  Null: 'null',
  nil: 'null',
  Nil: 'null',
  NIL: 'null',
};

/** Reads a string, number or literal, in a bracket or in none. */
export function readScalar(reader: Reader, bracket: '{' | '[' | undefined): void {
  const start = reader.at;
  if (reader.match(textPrefix)) reader.edit(start, reader.at, '', 'quotes');
  if (opensString(reader.next)) {
    // The end of a cut-off string is missing; the bracket is added later.
    if (!readString(reader) && reader.text[start] === '"') reader.edit(reader.at, reader.at, '"', 'cut-off');
    else if (reader.ended && !endsWithQuote(reader.text)) closeReplaced(reader, start);
  } else if (reader.match(notANumber)) reader.edit(start, reader.at, 'null', 'null');
  else if (reader.look(incomplete)) reader.fail('incomplete-number');
  else if (reader.look(number)) readNumber(reader, bracket !== '{');
  else if (reader.look(word)) readWord(reader, bracket !== undefined);
  else failAt(reader);
}

/** Adds the closing quote to a cut-off string that was replaced as a whole. */
function closeReplaced(reader: Reader, start: number): void {
  const last = reader.edits.at(-1);
  if (last?.from === start && last.kind === 'quotes' && !/[^\\]"$/.test(last.text.slice(1))) last.text += '"';
}

/** Whether three digits follow a number and a comma without space. */
const isGroup = (text: string, start: number, digits: string): boolean =>
  /^\d{3}$/.test(digits) && /\d,$/.test(text.slice(Math.max(0, start - 2), start));

function readNumber(reader: Reader, inArray: boolean): void {
  const start = reader.at;
  const [token, sign = '', based, decimal = '', suffix = ''] = reader.match(number) as RegExpExecArray;
  const end = reader.at;
  if (reader.look(inArray ? groupsInArray : moreGroups)) reader.fail('grouped-digits', start);
  if (reader.look(invisibleInNumber)) reader.fail('grouped-digits', start);
  if (reader.look(dateOrUnit)) reader.fail('unquoted-text', start);
  if (reader.look(operator)) reader.fail('expression', start);
  if (!reader.look(delimiter)) reader.fail('unquoted-text', start);
  if (strictNumber.test(token)) return;
  const negative = sign === '-' || sign === '\u2212' ? '-' : '';
  if (/_(?!\d)|(?<!\d)_/.test(based === undefined ? decimal : '')) reader.fail('unquoted-text', start);
  if (based !== undefined) {
    if (based.length > maxDigits) reader.fail('too-long', start);
    reader.edit(start, end, negative + BigInt(based.replaceAll('_', '')).toString(), 'number');
    return;
  }
  const digits = decimal.replaceAll('_', '');
  if (/^0\d/.test(digits)) reader.fail(isGroup(reader.text, start, digits) ? 'grouped-digits' : 'leading-zero', start);
  if (suffix !== '' && !/^\d+$/.test(digits)) reader.fail('unquoted-text', start);
  reader.edit(start, end, negative + digits.replace(/^\./, '0.').replace(/\.(?!\d)/, '.0'), 'number');
}

/** Returns the literal that a cut-off word begins. */
const completeWord = (token: string): string | undefined =>
  ['true', 'false', 'null'].find((literal) => literal.startsWith(token)) ??
  Object.entries(literals).find(([word]) => word.startsWith(token))?.[1];

function readWord(reader: Reader, inBrackets: boolean): void {
  const start = reader.at;
  const [token] = reader.match(word) as RegExpExecArray;
  const end = reader.at;
  const partial = inBrackets && reader.ended && reader.mayBeCut && completeWord(token);
  if (partial) {
    if (partial !== token) reader.edit(start, end, partial, 'cut-off');
    return;
  }
  if (reader.look(delimiter)) {
    if (token === 'true' || token === 'false' || token === 'null') return;
    const literal = Object.hasOwn(literals, token) ? literals[token] : undefined;
    const isNull = token === 'undefined';
    if (literal !== undefined || isNull) {
      reader.edit(start, end, literal ?? 'null', isNull ? 'null' : 'literal');
      return;
    }
  }
  reader.fail(
    reader.look(operator) || opensString(reader.next) || /^(?:new|function|async|lambda|typeof|await|void)$/.test(token)
      ? 'expression'
      : 'unquoted-text',
    start,
  );
}

function failAt(reader: Reader): never {
  const { next } = reader;
  if (reader.look(/\.\.\.[\p{L}_$]/uy)) reader.fail('expression');
  if (reader.look(/\.\.|\u2026/y)) reader.fail('ellipsis');
  if (reader.look(/&[#\w]{2,30};|%(?:25)*(?:[57][bB]|22)/y)) reader.fail('encoded');
  if (next === ',' || next === ';' || next === '}' || next === ']' || next === ':') reader.fail('missing-value');
  if (reader.look(/<[!?/]?[\p{L}]/uy)) reader.fail('markup');
  reader.fail(reader.look(/[(+*/!~=-]/y) ? 'expression' : 'unquoted-text');
}
