import type { ReactNode } from 'react';

/** Tokens: a string (possibly truncated) or key, a number, a literal. */
const tokens = /"(?:[^"\\]|\\.)*("(?=\s*:)|"|$)|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** Maximum characters of a row with syntax highlighting. */
const maxHighlightedLength = 600;

/** Renders a row's text with syntax highlighting, isolated text direction per token, and marked matches of `needle`. */
export function highlight(text: string, continued: boolean, needle: string, current: number | undefined): ReactNode {
  // A match may span tokens.
  const marked = needle !== '' && foldCase(text).includes(needle);
  if (marked || continued || text.length > maxHighlightedLength) return <bdi dir="ltr">{mark(text, needle, current)}</bdi>;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const token of text.matchAll(tokens)) {
    if (token.index > end) parts.push(text.slice(end, token.index));
    end = token.index + token[0].length;
    parts.push(
      <bdi key={token.index} className={classOf(token[0], text.slice(end))}>
        {token[0]}
      </bdi>,
    );
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function classOf(token: string, after: string): string {
  if (!token.startsWith('"')) return 'text-info';
  return after.startsWith(':') || after.startsWith(' :') ? 'text-accent' : 'text-success';
}

function mark(text: string, needle: string, current: number | undefined): ReactNode {
  if (needle === '') return text;
  const parts: ReactNode[] = [];
  const folded = foldCase(text);
  let end = 0;
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, end)) {
    parts.push(text.slice(end, at));
    const isCurrent = at === current;
    parts.push(
      <mark
        key={at}
        data-current={isCurrent || undefined}
        className={isCurrent ? 'bg-accent text-accent-content' : 'bg-warning/30 text-inherit'}
      >
        {text.slice(at, at + needle.length)}
      </mark>,
    );
    end = at + needle.length;
  }
  if (end === 0) return text;
  parts.push(text.slice(end));
  return parts;
}

/** Converts A to Z to lower case, as the worker's search does. */
export const foldCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
