import type { ReactNode } from 'react';

/** A string (perhaps cut at its end), as a key or not; a number; a word. */
const tokens = /"(?:[^"\\]|\\.)*("(?=\s*:)|"|$)|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** Beyond this many characters a row has no colours: they would cost more than they tell. */
const colouredLength = 600;

/** A row's text: coloured, its tokens apart in direction of writing, and the places where `needle` stands marked. */
export function colour(text: string, continued: boolean, needle: string, current: number | undefined): ReactNode {
  // What was found may begin in one token and end in another.
  const marked = needle !== '' && foldCase(text).includes(needle);
  if (marked || continued || text.length > colouredLength) return <bdi dir="ltr">{mark(text, needle, current)}</bdi>;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const token of text.matchAll(tokens)) {
    if (token.index > end) parts.push(text.slice(end, token.index));
    end = token.index + token[0].length;
    parts.push(
      <bdi key={token.index} className={looksOf(token[0], text.slice(end))}>
        {token[0]}
      </bdi>,
    );
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function looksOf(token: string, after: string): string {
  if (!token.startsWith('"')) return 'text-info';
  return after.startsWith(':') || after.startsWith(' :') ? 'text-primary' : 'text-success';
}

function mark(text: string, needle: string, current: number | undefined): ReactNode {
  if (needle === '') return text;
  const parts: ReactNode[] = [];
  const folded = foldCase(text);
  let end = 0;
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, end)) {
    parts.push(text.slice(end, at));
    const here = at === current;
    parts.push(
      <mark key={at} data-current={here || undefined} className={here ? 'bg-primary text-primary-content' : 'bg-warning/30 text-inherit'}>
        {text.slice(at, at + needle.length)}
      </mark>,
    );
    end = at + needle.length;
  }
  if (end === 0) return text;
  parts.push(text.slice(end));
  return parts;
}

/** The letters A to Z in lower case, as the search in the worker compares them. */
export const foldCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
