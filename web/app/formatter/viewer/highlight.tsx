import type { ReactNode } from 'react';
import { foldCase, type SearchResult } from './SearchBar';

/** Tokens: a string (possibly truncated) or key, a number, a literal. */
const tokens = /"(?:[^"\\]|\\.)*("(?=\s*:)|"|$)|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** Maximum characters of a row with syntax highlighting. */
const maxHighlightedLength = 600;

/** A part of a row that is a match of the search. */
interface Mark {
  start: number;
  end: number;
  current: boolean;
}

/** Renders a row's text with syntax highlighting, isolated text direction per token, and marked matches. */
export function highlight(text: string, continued: boolean, result: SearchResult | undefined, current: number | undefined): ReactNode {
  const marks = findMarks(text, result, current);
  if (continued || text.length > maxHighlightedLength) return <bdi dir="ltr">{mark(text, 0, marks)}</bdi>;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const token of text.matchAll(tokens)) {
    if (token.index > end) parts.push(...mark(text.slice(end, token.index), end, marks));
    const start = token.index;
    end = start + token[0].length;
    parts.push(
      <bdi key={`token ${start}`} className={classOf(token[0], text.slice(end))}>
        {mark(token[0], start, marks)}
      </bdi>,
    );
  }
  if (end < text.length) parts.push(...mark(text.slice(end), end, marks));
  return parts;
}

function classOf(token: string, after: string): string {
  if (token.startsWith('"')) return after.startsWith(':') || after.startsWith(' :') ? 'json-key' : 'json-string';
  return /^[tfn]/.test(token) ? 'json-literal' : 'json-number';
}

/** Finds the matches in a row, without overlap. */
function findMarks(text: string, result: SearchResult | undefined, current: number | undefined): Mark[] {
  if (!result) return [];
  const { needle, matchCase } = result;
  const searched = matchCase ? text : foldCase(text);
  const marks: Mark[] = [];
  for (let start = searched.indexOf(needle); start >= 0; start = searched.indexOf(needle, start + needle.length))
    marks.push({ start, end: start + needle.length, current: start === current });
  return marks;
}

/** Renders the part of a row that begins at `offset`. A match that spans tokens has one mark in each. */
function mark(part: string, offset: number, marks: Mark[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { start, end: stop, current } of marks) {
    const from = Math.max(start - offset, end);
    const to = Math.min(stop - offset, part.length);
    if (from >= to) continue;
    parts.push(part.slice(end, from));
    parts.push(
      <mark key={`mark ${offset + from}`} data-current={current || undefined}>
        {part.slice(from, to)}
      </mark>,
    );
    end = to;
  }
  parts.push(part.slice(end));
  return parts;
}
