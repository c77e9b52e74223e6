/** An entity of HTML. */
export const entity = /&(?:([a-zA-Z][a-zA-Z0-9]{1,30})|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/g;

/** Names of U+00A0 to U+00FF (HTML 4). */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** U+0080 to U+009F, which are characters of Windows-1252 in HTML (section 13.2.5.80). */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const names = new Map<string, string>([
  ...latin1.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
  ...Object.entries({
    ...{ quot: '"', QUOT: '"', amp: '&', AMP: '&', lt: '<', LT: '<', gt: '>', GT: '>', apos: "'" },
    ...{ lcub: '{', lbrace: '{', rcub: '}', rbrace: '}', lsqb: '[', lbrack: '[', rsqb: ']', rbrack: ']' },
    ...{ lpar: '(', rpar: ')', colon: ':', comma: ',', semi: ';', period: '.', num: '#', sol: '/', bsol: '\\', lowbar: '_' },
    ...{ equals: '=', plus: '+', excl: '!', quest: '?', commat: '@', dollar: '$', percnt: '%', ast: '*', grave: '`', Hat: '^' },
    ...{ vert: '|', Tab: '\t', NewLine: '\n', ldquo: '“', rdquo: '”', bdquo: '„', lsquo: '‘', rsquo: '’', sbquo: '‚' },
    ...{ ndash: '–', mdash: '—', hellip: '…', bull: '•', euro: '€', trade: '™', zwj: '\u200d', zwnj: '\u200c' },
  }),
]);

/** Decodes a match of `entity`, or returns undefined for names that it does not know. */
export function decodeEntity([, name, decimal, hex]: RegExpMatchArray): string | undefined {
  if (name !== undefined) return names.get(name);
  const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
  if (code >= 0x80 && code <= 0x9f) return windows1252[code - 0x80];
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
