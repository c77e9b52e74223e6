import { type FormEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import type { Ask } from '../engine';
import { readableCount } from '../readable';
import { foldCase } from './highlight';

/** The case-folded search text and its current match. */
export interface SearchResult {
  needle: string;
  match: { offset: number; row: number } | undefined;
}

interface SearchBarProps {
  ask: Ask;
  field: RefObject<HTMLInputElement | null>;
  lines: number;
  wrap: boolean;
  onWrap: () => void;
  onResult: (result: SearchResult) => void;
  onLine: (line: number) => void;
}

/** Controls to find text, go to a line and wrap long lines. */
export function SearchBar({ ask, field, lines, wrap, onWrap, onResult, onLine }: SearchBarProps) {
  const id = useId();
  const last = useRef<SearchResult>(undefined);
  const [status, setStatus] = useState('');

  async function search(backwards: boolean) {
    const needle = foldCase(field.current?.value ?? '');
    if (needle === '') {
      setStatus('');
      onResult((last.current = { needle, match: undefined }));
      return;
    }
    const previous = last.current?.needle === needle ? last.current.match : undefined;
    const from = previous ? (backwards ? previous.offset : previous.offset + 1) : 0;
    const match = await ask({ ask: 'search', needle, from, backwards });
    const isNewSearch = last.current?.needle !== needle;
    onResult((last.current = { needle, match }));
    if (!match) setStatus('Not found');
    else if (isNewSearch) {
      setStatus('Found; counting…');
      const count = await ask({ ask: 'count', needle });
      if (last.current?.needle === needle) setStatus(count === 1 ? 'Found once' : `Found ${readableCount(count)} times`);
    }
  }

  /** Clears the result, which belongs to another search text. */
  function clearResult() {
    if (status === '') return;
    setStatus('');
    onResult((last.current = { needle: '', match: undefined }));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void search(event.shiftKey);
  }

  function goToLine(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const line = Number(new FormData(event.currentTarget).get('line'));
    if (line >= 1) onLine(Math.min(line, lines));
  }

  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b p-2">
      <search className="flex grow items-center gap-1">
        <input
          ref={field}
          type="search"
          aria-label="Find in the formatted text"
          aria-describedby={`${id}-result`}
          placeholder="Find"
          className="input input-sm text-sm min-w-24 max-w-60 grow"
          onKeyDown={onKeyDown}
          onInput={clearResult}
        />
        <button type="button" className="btn btn-sm btn-icon" aria-label="Previous match" onClick={() => void search(true)}>
          <Arrow up />
        </button>
        <button type="button" className="btn btn-sm btn-icon" aria-label="Next match" onClick={() => void search(false)}>
          <Arrow />
        </button>
        <span id={`${id}-result`} role="status" className="text-muted px-1 text-sm tabular-nums">
          {status}
        </span>
      </search>
      <form className="flex items-center gap-1" onSubmit={goToLine}>
        <input
          name="line"
          type="number"
          min={1}
          max={lines}
          required
          aria-label="Line"
          placeholder="Line"
          className="input input-sm text-sm w-24"
        />
        <button type="submit" className="btn btn-sm">
          Go
        </button>
      </form>
      <button type="button" className="btn btn-sm aria-pressed:border-accent aria-pressed:text-accent" aria-pressed={wrap} onClick={onWrap}>
        Wrap
      </button>
    </div>
  );
}

const Arrow = ({ up = false }: { up?: boolean }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 12 12"
    className={`size-3.5 ${up ? 'rotate-180' : ''}`}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
  >
    <path d="M2.5 4.5 6 8l3.5-3.5" />
  </svg>
);
