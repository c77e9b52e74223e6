import type { FormatFailure, Place } from '@dev-connector/json';
import { useEffect, useRef, useState } from 'react';
import type { Ask } from './engine';
import { readableCount } from './sizes';

/** The spec's words (section 5). */
const invalid = 'Invalid JSON. Please enter a valid JSON to format.';

interface FailureReportProps {
  /** Nothing where there was nothing to format. */
  failure?: FormatFailure;
  held?: boolean;
  ask?: Ask;
  onPlace?: (place: Place) => void;
}

/** What is wrong, where, and why. */
export function FailureReport({ failure, held, ask, onPlace }: FailureReportProps) {
  // A text that is too deep or would grow too long may well be valid.
  const unformatted = failure?.code === 'output-budget' || failure?.code === 'too-deep';
  const report = useRef<HTMLDivElement>(null);
  // It stands under an area that is as high as many windows.
  useEffect(() => {
    void report.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    <div ref={report} id="formatter-failure" className="flex scroll-mb-4 flex-col gap-2">
      <p role="alert" className="font-medium text-error">
        {unformatted ? failure.message : invalid}
      </p>
      {!failure && (
        <p className="text-sm">
          There is nothing to format yet. Type or paste JSON into the area above, drop a file anywhere on this page, or open one.
        </p>
      )}
      {failure && !unformatted && <p className="wrap-anywhere text-sm">{failure.message}</p>}
      {failure && (held && ask ? <Excerpt failure={failure} ask={ask} /> : <Snippet failure={failure} onPlace={onPlace} />)}
      {failure?.opened && !held && (
        <p className="text-sm">
          <code>{failure.opened.bracket}</code> was opened at{' '}
          <button type="button" className="link link-primary" onClick={() => failure.opened && onPlace?.(failure.opened)}>
            {whereabouts(failure.opened)}
          </button>
          .
        </p>
      )}
    </div>
  );
}

/** The line, as a button that leads there. */
function Snippet({ failure, onPlace }: { failure: FormatFailure; onPlace: FailureReportProps['onPlace'] }) {
  const { text, caret, cutBefore, cutAfter } = failure.snippet;
  return (
    <button
      type="button"
      className="panel flex cursor-pointer flex-col gap-1 overflow-hidden p-3 text-left hover:border-primary"
      onClick={() => onPlace?.(failure)}
    >
      <span className="link link-primary text-sm">Go to {whereabouts(failure)}</span>
      <Marked before={(cutBefore ? '…' : '') + text.slice(0, caret)} after={text.slice(caret) + (cutAfter ? '…' : '')} />
    </button>
  );
}

/** A file is not in the text area: the lines around the place are fetched from it. */
function Excerpt({ failure, ask }: { failure: FormatFailure; ask: Ask }) {
  const [around, setAround] = useState<{ before: string; after: string }>();
  const { text, caret, cutBefore, cutAfter } = failure.snippet;
  const { before, after } = around ?? {
    before: (cutBefore ? '…' : '') + text.slice(0, caret),
    after: text.slice(caret) + (cutAfter ? '…' : ''),
  };
  return (
    <div className="panel flex flex-col gap-1 p-3">
      {around ? (
        <p className="text-sm">{whereabouts(failure)}, and what is around it</p>
      ) : (
        <button
          type="button"
          className="link link-primary self-start text-sm"
          onClick={() => void ask({ ask: 'excerpt', offset: failure.offset }).then(setAround)}
        >
          Show what is around {whereabouts(failure)}
        </button>
      )}
      <Marked before={before} after={after} />
    </div>
  );
}

/** Text with a caret under the first character of `after`, wherever that character is drawn. */
function Marked({ before, after }: { before: string; after: string }) {
  const [character = '\u00a0'] = after;
  const shown = /[\r\n\t]/.test(character) ? '\u00a0' : character;
  return (
    <code dir="ltr" className="wrap-anywhere block whitespace-pre-wrap text-sm leading-8" data-snippet>
      {before}
      <span className="relative bg-error/20">
        {shown}
        <span aria-hidden className="-bottom-3 absolute left-0 font-bold text-error leading-none">
          ^
        </span>
      </span>
      {shown === character ? after.slice(character.length) : after}
    </code>
  );
}

const whereabouts = ({ line, column }: Place) => `line ${readableCount(line)}, column ${readableCount(column)}`;
