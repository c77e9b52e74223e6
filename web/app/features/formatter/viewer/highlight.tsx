import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Row } from '../messages';
import { hiddenIn } from '../visible';
import type { SearchResult } from './SearchBar';
import { indexIn } from './selection';

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
export function highlight(row: Row, result: SearchResult | undefined): ReactNode {
  const { text, continued } = row;
  const marks = result?.match ? findMarks(row, result) : [];
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

const encoder = new TextEncoder();

/** Finds the matches in a row, without overlap. The current match can span rows. */
function findMarks(row: Row, { match, matcher }: SearchResult): Mark[] {
  const marks: Mark[] = [];
  const bytes = encoder.encode(row.text);
  const add = (start: number, end: number, current: boolean) =>
    marks.push({ start: indexIn(row, row.offset + start), end: indexIn(row, row.offset + end), current });
  let at = 0;
  if (match && match.offset < row.end && match.end > row.offset) {
    matcher.scan(bytes, 0, match.offset - row.offset, (start, end) => add(start, Math.min(end, match.offset - row.offset), false) < 0);
    add(match.offset - row.offset, match.end - row.offset, true);
    at = match.end - row.offset;
  }
  matcher.scan(bytes, at, bytes.length, (start, end) => add(start, end, false) < 0);
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
    parts.push(...withEscapes(part.slice(end, from), offset + end));
    parts.push(
      <mark key={`mark ${offset + from}`} data-current={current || undefined}>
        {withEscapes(part.slice(from, to), offset + from)}
      </mark>,
    );
    end = to;
  }
  parts.push(...withEscapes(part.slice(end), offset + end));
  return parts;
}

/** Shows hidden characters as escapes, by style sheet: the text and its indexes stay the same. Isolated, so that none reorders the text around it. */
function withEscapes(part: string, offset: number): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { index, character, shown } of hiddenIn(part)) {
    parts.push(part.slice(end, index));
    parts.push(
      <bdi key={`escape ${offset + index}`} dir="ltr" className="json-hidden" data-escape={shown}>
        {character}
      </bdi>,
    );
    end = index + character.length;
  }
  parts.push(part.slice(end));
  return parts;
}

/** Scrolls the current match into the visible columns, once per result. */
export function useVisibleMatch(
  scroller: RefObject<HTMLElement | null>,
  layer: RefObject<HTMLElement | null>,
  result: SearchResult | undefined,
): void {
  const aligned = useRef<SearchResult>(undefined);
  useEffect(() => {
    const mark = layer.current?.querySelector('mark[data-current]');
    const box = scroller.current;
    if (!mark || !box || aligned.current === result) return;
    aligned.current = result;
    const [inside, around] = [mark.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inside.right > around.right - 24) box.scrollLeft += inside.right - around.right + around.width / 3;
    else if (inside.left < around.left + 96) box.scrollLeft -= around.left + around.width / 3 - inside.left;
  }, [result]);
}
