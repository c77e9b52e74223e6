import type { FormatFailure, Position } from '@dev-connector/json';
import { useEffect, useRef, useState } from 'react';
import type { Ask } from './engine';
import { readableCount } from './readable';

const invalid = 'Invalid JSON. Please enter a valid JSON to format.';

interface FailureReportProps {
  /** Undefined if the input was empty. */
  failure?: FormatFailure;
  largeInput?: boolean;
  ask?: Ask;
  onPosition?: (position: Position) => void;
}

/** Shows an error with its position and cause. */
export function FailureReport({ failure, largeInput, ask, onPosition }: FailureReportProps) {
  // A text that exceeds a limit may be valid.
  const exceedsLimit = failure?.code === 'output-limit' || failure?.code === 'too-deep';
  const report = useRef<HTMLDivElement>(null);
  // The report is below a text area that may be higher than the window.
  useEffect(() => {
    void report.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    <div ref={report} id="formatter-failure" className="flex scroll-mb-4 flex-col gap-2">
      <p role="alert" className="font-medium text-danger">
        {exceedsLimit ? failure.message : invalid}
      </p>
      {!failure && (
        <p className="text-sm">
          There is nothing to format yet. Type or paste JSON into the area above, drop a file anywhere on this page, or open one.
        </p>
      )}
      {failure && !exceedsLimit && <p className="wrap-anywhere text-sm">{failure.message}</p>}
      {failure && (largeInput && ask ? <Excerpt failure={failure} ask={ask} /> : <Snippet failure={failure} onPosition={onPosition} />)}
      {failure?.opened && !largeInput && (
        <p className="text-sm">
          <code>{failure.opened.bracket}</code> was opened at{' '}
          <button type="button" className="link" onClick={() => failure.opened && onPosition?.(failure.opened)}>
            {lineAndColumn(failure.opened)}
          </button>
          .
        </p>
      )}
    </div>
  );
}

/** Shows the line as a button that moves the caret to the error. */
function Snippet({ failure, onPosition }: { failure: FormatFailure; onPosition: FailureReportProps['onPosition'] }) {
  const { text, caret, cutBefore, cutAfter } = failure.snippet;
  return (
    <button
      type="button"
      className="card flex cursor-pointer flex-col gap-1 overflow-hidden p-3 text-left hover:border-accent"
      onClick={() => onPosition?.(failure)}
    >
      <span className="link text-sm">Go to {lineAndColumn(failure)}</span>
      <Marked before={(cutBefore ? '…' : '') + text.slice(0, caret)} after={text.slice(caret) + (cutAfter ? '…' : '')} />
    </button>
  );
}

/** Shows the text around an error in a file. The file is not in the text area, so the worker reads the text. */
function Excerpt({ failure, ask }: { failure: FormatFailure; ask: Ask }) {
  const [around, setAround] = useState<{ before: string; after: string }>();
  const { text, caret, cutBefore, cutAfter } = failure.snippet;
  const { before, after } = around ?? {
    before: (cutBefore ? '…' : '') + text.slice(0, caret),
    after: text.slice(caret) + (cutAfter ? '…' : ''),
  };
  return (
    <div className="card flex flex-col gap-1 p-3">
      {around ? (
        <p className="text-sm">Text around {lineAndColumn(failure)}</p>
      ) : (
        <button
          type="button"
          className="link self-start text-sm"
          onClick={() => void ask({ ask: 'excerpt', offset: failure.offset }).then(setAround)}
        >
          Show the text around {lineAndColumn(failure)}
        </button>
      )}
      <Marked before={before} after={after} />
    </div>
  );
}

/** Shows text with a caret under the first character of `after`. */
function Marked({ before, after }: { before: string; after: string }) {
  const [character = '\u00a0'] = after;
  const shown = /[\r\n\t]/.test(character) ? '\u00a0' : character;
  return (
    <code dir="ltr" className="wrap-anywhere block whitespace-pre-wrap text-sm leading-8" data-snippet>
      {before}
      <span className="relative bg-danger/20">
        {shown}
        <span aria-hidden className="-bottom-3 absolute left-0 font-bold text-danger leading-none">
          ^
        </span>
      </span>
      {shown === character ? after.slice(character.length) : after}
    </code>
  );
}

const lineAndColumn = ({ line, column }: Position) => `line ${readableCount(line)}, column ${readableCount(column)}`;
