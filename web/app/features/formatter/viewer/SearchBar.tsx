import { ChevronDown, ChevronUp } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type KeyPress, keysOf } from '../../../ui/keys/keys';
import { ariaKeysOf } from '../../../ui/keys/shortcuts';
import { formatNumber } from '../../../ui/numbers';
import type { SendRequest } from '../engine';
import type { Match } from '../messages';
import { Matcher } from '../search/matcher';

/** The search text, its matcher, and its current match. */
export interface SearchResult {
  needle: string;
  matchCase: boolean;
  matcher: Matcher;
  match: Match | undefined;
}

interface SearchBarProps {
  request: SendRequest;
  field: RefObject<HTMLInputElement | null>;
  /** Offset in the output from which a new text is searched. */
  from: number;
  onResult: (result: SearchResult | undefined) => void;
  onLeave: () => void;
}

/** Milliseconds after the last key before the search begins. */
const typingDelay = 120;

/** Finds text in the output while the user types, and counts the matches. */
export function SearchBar({ request, field, from, onResult, onLeave }: SearchBarProps) {
  const id = useId();
  const last = useRef<SearchResult>(undefined);
  const timer = useRef(0);
  const [matchCase, setMatchCase] = useState(false);
  const [status, setStatus] = useState('');
  useEffect(() => () => clearTimeout(timer.current), []);

  function report(result: SearchResult | undefined, status: string) {
    last.current = result;
    setStatus(status);
    onResult(result);
  }

  /** Goes to the next match, or searches a new text from the cursor. */
  async function search(backwards: boolean, matchCase: boolean) {
    clearTimeout(timer.current);
    const needle = field.current?.value ?? '';
    if (needle === '') return report(undefined, '');
    const same = last.current?.needle === needle && last.current.matchCase === matchCase ? last.current : undefined;
    const previous = same?.match;
    const start = previous ? previous.offset + (backwards ? 0 : 1) : (last.current?.match?.offset ?? from);
    const match = await request({ type: 'search', needle, matchCase, from: start, backwards });
    const result = { needle, matchCase, match, matcher: same?.matcher ?? new Matcher(needle, matchCase) };
    report(result, match ? statusOf(match, match) : 'Not found');
    if (!match || match.number !== undefined) return;
    const count = await request({ type: 'count', needle, matchCase, offset: match.offset });
    if (count && last.current === result) report({ ...result, match: { ...match, ...count } }, statusOf(match, count));
  }

  function onInput() {
    clearTimeout(timer.current);
    if (field.current?.value === '') report(undefined, '');
    else timer.current = window.setTimeout(() => void search(false, matchCase), typingDelay);
  }

  function onKeyDown(event: KeyPress) {
    const keys = keysOf(event);
    if (keys === 'Escape') {
      event.preventDefault();
      if (field.current) field.current.value = '';
      onInput();
      onLeave();
    } else if (keys === 'Enter' || keys === 'Shift+Enter') {
      event.preventDefault();
      void search(keys === 'Shift+Enter', matchCase);
    }
  }

  return (
    <search className="formatter-search">
      <input
        ref={field}
        type="search"
        aria-label="Find in the formatted text"
        aria-describedby={`${id}-result`}
        aria-keyshortcuts={ariaKeysOf('find')}
        placeholder="Find"
        autoComplete="off"
        spellCheck={false}
        onKeyDown={onKeyDown}
        onInput={onInput}
      />
      <span id={`${id}-result`} role="status" data-matches>
        {status}
      </span>
      <button
        type="button"
        className="formatter-tool"
        aria-label="Match case"
        title="Match case"
        aria-pressed={matchCase}
        onClick={() => {
          setMatchCase(!matchCase);
          void search(false, !matchCase);
        }}
      >
        Aa
      </button>
      <button
        type="button"
        className="formatter-tool"
        aria-label="Previous match"
        title="Previous match (Shift+Enter)"
        onClick={() => void search(true, matchCase)}
      >
        <ChevronUp className="size-4" />
      </button>
      <button
        type="button"
        className="formatter-tool"
        aria-label="Next match"
        title="Next match (Enter)"
        onClick={() => void search(false, matchCase)}
      >
        <ChevronDown className="size-4" />
      </button>
    </search>
  );
}

/** `2 of 14`, or only the number of matches if there are too many to number them. Says how the match was found if its text has escapes. */
function statusOf({ reading }: Match, { number, total }: Pick<Match, 'number' | 'total'>): string {
  if (total === undefined) return '…';
  const count = number === undefined ? `${formatNumber(total)} found` : `${formatNumber(number)} of ${formatNumber(total)}`;
  return reading === 'both' ? count : `${count} · ${reading} text`;
}
