import type { FormatFailure, Position } from '@dev-connector/json';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../ui/numbers';
import type { SendRequest } from '../engine';

const invalid = 'Invalid JSON. Please enter a valid JSON to format.';

/** The label of the button for each mistake that has a certain fix. */
const fixLabels: Partial<Record<string, string>> = {
  'trailing-comma': 'Remove the trailing comma',
  'missing-comma': 'Add the missing comma',
  'single-quotes': 'Use double quotes',
  'byte-order-mark': 'Remove the byte order mark',
};

/** A text in which mistakes are fixed. */
export interface FixedText {
  text: Blob;
  fixes: number;
}

interface FailureReportProps {
  /** Undefined if the input was empty. */
  failure?: FormatFailure;
  largeInput?: boolean;
  request?: SendRequest;
  onPosition?: (position: Position) => void;
  onFix?: (fixed: FixedText) => void;
}

/** Shows an error with its position and cause, and offers to fix it if only one fix is sensible. */
export function FailureReport({ failure, largeInput, request, onPosition, onFix }: FailureReportProps) {
  // A text that exceeds a limit may be valid.
  const exceedsLimit = failure?.code === 'output-limit' || failure?.code === 'too-deep';
  const report = useRef<HTMLDivElement>(null);
  // The report is below a text area that may be higher than the window.
  useEffect(() => {
    void report.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    <div ref={report} id="formatter-failure" className="formatter-failure" tabIndex={largeInput ? 0 : undefined}>
      <p role="alert" className="formatter-error">
        {exceedsLimit ? failure.message : invalid}
      </p>
      {!failure && (
        <p>There is nothing to format yet. Type or paste JSON into the area above, drop a file anywhere on this page, or open one.</p>
      )}
      {failure && !exceedsLimit && <p className="wrap-anywhere">{failure.message}</p>}
      {failure &&
        (largeInput && request ? <Excerpt failure={failure} request={request} /> : <Snippet failure={failure} onPosition={onPosition} />)}
      {failure?.opened && !largeInput && (
        <p>
          <code>{failure.opened.bracket}</code> was opened at{' '}
          <button type="button" className="link" onClick={() => failure.opened && onPosition?.(failure.opened)}>
            {lineAndColumn(failure.opened)}
          </button>
          .
        </p>
      )}
      {failure?.fix && request && onFix && <Fixes failure={failure} request={request} onFix={onFix} />}
    </div>
  );
}

/** Buttons that fix this mistake, or all mistakes with a certain fix. Nothing changes until one is pressed. */
function Fixes({
  failure: { fix, cause },
  request,
  onFix,
}: {
  failure: FormatFailure;
  request: SendRequest;
  onFix: (fixed: FixedText) => void;
}) {
  const [all, setAll] = useState<FixedText>();
  useEffect(() => {
    void request({ type: 'fixed' }).then(setAll);
  }, [request]);
  if (!fix) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <button
        type="button"
        className="btn btn-sm"
        onClick={async () => onFix({ text: await request({ type: 'edited', edit: fix }), fixes: 1 })}
      >
        {fixLabels[cause ?? '']}
      </button>
      {all && all.fixes > 1 && (
        <button type="button" className="btn btn-sm" onClick={() => onFix(all)}>
          Fix all {formatNumber(all.fixes)}
        </button>
      )}
    </div>
  );
}

/** Shows the line as a button that moves the caret to the error. */
function Snippet({ failure, onPosition }: { failure: FormatFailure; onPosition: FailureReportProps['onPosition'] }) {
  const { text, caret, cutBefore, cutAfter } = failure.snippet;
  return (
    <button type="button" className="formatter-snippet" onClick={() => onPosition?.(failure)}>
      <span className="link">Go to {lineAndColumn(failure)}</span>
      <Marked before={(cutBefore ? '…' : '') + text.slice(0, caret)} after={text.slice(caret) + (cutAfter ? '…' : '')} />
    </button>
  );
}

/** Shows the text around an error in a file. The file is not in the text area, so the worker reads the text. */
function Excerpt({ failure, request }: { failure: FormatFailure; request: SendRequest }) {
  const [around, setAround] = useState<{ before: string; after: string }>();
  const { text, caret, cutBefore, cutAfter } = failure.snippet;
  const { before, after } = around ?? {
    before: (cutBefore ? '…' : '') + text.slice(0, caret),
    after: text.slice(caret) + (cutAfter ? '…' : ''),
  };
  return (
    <div className="formatter-snippet">
      {around ? (
        <p>Text around {lineAndColumn(failure)}</p>
      ) : (
        <button
          type="button"
          className="link self-start"
          onClick={() => void request({ type: 'excerpt', offset: failure.offset }).then(setAround)}
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
    <code dir="ltr" className="wrap-anywhere block whitespace-pre-wrap leading-8" data-snippet>
      {before}
      <span className="formatter-mark">
        {shown}
        <span aria-hidden className="-bottom-3 absolute left-0 font-bold leading-none">
          ^
        </span>
      </span>
      {shown === character ? after.slice(character.length) : after}
    </code>
  );
}

const lineAndColumn = ({ line, column }: Position) => `line ${formatNumber(line)}, column ${formatNumber(column)}`;
