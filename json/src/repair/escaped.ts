import type { TextEdit } from './types.ts';

const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", nbsp: ' ' };
const entity = /&(?:(quot|amp|lt|gt|apos|nbsp)|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/g;

/** Creates an edit for each match. A replacement of undefined gives up. */
function editsOf(text: string, pattern: RegExp, replace: (match: RegExpMatchArray) => string | undefined): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const match of text.matchAll(pattern)) {
    const replacement = replace(match);
    if (replacement === undefined) return [];
    const from = match.index as number;
    edits.push({ from, to: from + match[0].length, text: replacement, kind: 'escaped-text' });
  }
  return edits;
}

const character = (code: number): string | undefined => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined);

/** Decodes JSON that is escaped as a whole: as a string of JSON, in HTML, in a URL or in CSV. @returns edits, or none. */
export function decodeEscaped(text: string): TextEdit[] {
  const start = text.slice(0, 200).trimStart();
  if (/^[[{]\s*(?:[[{]\s*)*(?:&quot;|&#0*34;|&#[xX]0*22;)/.test(start))
    return editsOf(text, entity, ([, name, decimal, hex]) =>
      name === undefined ? character(decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)) : entities[name],
    );
  if (/^%(?:7[bB]|5[bB])/.test(start) && !text.includes('+'))
    return editsOf(text, /(?:%[\da-fA-F]{2})+/g, ([bytes]) => {
      try {
        return decodeURIComponent(bytes as string);
      } catch {
        return undefined;
      }
    });
  return unescapeString(text, start);
}

/** Decodes `uXXXX`, or two of them for a surrogate pair. A lone surrogate stays an escape. */
function decodeUnits(whole: string, units: string): string {
  const text = String.fromCharCode(...units.split('\\').map((unit) => Number.parseInt(unit.slice(1), 16)));
  return /^[\ud800-\udfff]$/.test(text) ? whole : text;
}

function unescapeString(text: string, start: string): TextEdit[] {
  const quoted = /^"(?=\s*[[{])/.test(start) && /[\]}]\s*"\s*$/.test(text.slice(-100));
  const from = quoted ? text.indexOf('"') : -1;
  const to = quoted ? text.lastIndexOf('"') : text.length;
  const inner = quoted ? start.slice(1) : start;
  const edits = /^\s*[[{](?:\s|\\+[nrt]|[[{])*\\+"/.test(inner)
    ? editsOf(
        text,
        /\\(?:(["\\/])|([nrtbf])|(u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}))/g,
        ([whole, same, control, units = '']) =>
          same ?? (control === undefined ? decodeUnits(whole, units) : { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }[control]),
      )
    : /^\s*[[{](?:\s|[[{])*""[\p{L}\p{N}_$@]/u.test(inner)
      ? editsOf(text, /""/g, () => '"')
      : [];
  if (edits.length === 0 || !quoted) return edits;
  const kind = 'escaped-text';
  return [
    { from, to: from + 1, text: '', kind },
    ...edits.filter((edit) => edit.from > from && edit.to <= to),
    { from: to, to: to + 1, text: '', kind },
  ];
}
