import type { FormatFailure, Position } from '@dev-connector/json';
import { maxRepairLength } from '@dev-connector/json/repair-limits';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../ui/numbers';
import type { SendRequest } from '../engine';
import { maxTextAreaSize, type Repair } from '../messages';
import { visible } from '../visible';
import { type OfferedRepair, RepairOffer } from './RepairOffer';

const invalid = 'Invalid JSON. Please enter a valid JSON to format.';

interface FailureReportProps {
  /** Undefined if the input was empty. */
  failure?: FormatFailure;
  /** The repair of a small input. */
  knownRepair?: Repair | undefined;
  largeInput?: boolean;
  /** Size of the input in bytes or characters. */
  size?: number;
  request?: SendRequest;
  onPosition?: (position: Position) => void;
  onRepair?: (repair: OfferedRepair) => void;
}

/** Shows an error with its position and cause, and offers a repair if its intention is certain, or else advice. */
export function FailureReport({ failure, knownRepair, largeInput, size = 0, request, onPosition, onRepair }: FailureReportProps) {
  // A text that exceeds a limit may be valid.
  const exceedsLimit = failure?.code === 'output-limit' || failure?.code === 'too-deep';
  const {
    repair = knownRepair,
    look,
    tooLong,
  } = useRepair(failure?.code === 'syntax' && size > maxTextAreaSize ? request : undefined, size);
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
      {failure && !exceedsLimit && <p className="wrap-anywhere">{messageOf(failure, repair)}</p>}
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
      {/* The message above says it if it is about the same place, or the same mistake on the line. */}
      {repair?.advice &&
        repair.advice.offset !== failure?.offset &&
        (repair.advice.kind !== failure?.cause || repair.advice.line !== failure?.line) && (
          <p className="wrap-anywhere">
            {repair.advice.message} See{' '}
            <button type="button" className="link" onClick={() => repair.advice && onPosition?.(repair.advice)}>
              {lineAndColumn(repair.advice)}
            </button>
            .
          </p>
        )}
      {look && (
        <button type="button" className="btn btn-sm self-start" onClick={look}>
          Look for a repair
        </button>
      )}
      {tooLong && <p>Texts above {formatNumber(maxRepairLength)} characters are not repaired here.</p>}
      {repair?.text && onRepair && <RepairOffer repair={repair} onPosition={largeInput ? undefined : onPosition} onRepair={onRepair} />}
    </div>
  );
}

/** Maximum size of a text that is repaired without being asked. */
const maxUnaskedSize = 1_000_000;

/** Requests the repair of the input. `look` requests that of a large one. The worker counts characters, and `size` may be in bytes. */
function useRepair(request: SendRequest | undefined, size: number) {
  const [repair, setRepair] = useState<Repair>();
  const [tooLong, setTooLong] = useState(false);
  const [asked, setAsked] = useState(false);
  const wanted = asked || size <= maxUnaskedSize;
  useEffect(() => {
    setRepair(undefined);
    setTooLong(false);
    if (!request || !wanted) return;
    void request({ type: 'repair' }).then((found) => {
      setRepair(found);
      setTooLong(found === undefined && size > maxRepairLength);
    });
  }, [request, wanted, size]);
  return { repair, tooLong, look: request && !wanted ? () => setAsked(true) : undefined };
}

/** Advice about the same place is more exact than the cause of the error. */
function messageOf({ offset, message, expected, found }: FormatFailure, repair: Repair | undefined): string {
  return repair?.advice?.offset === offset ? `${repair.advice.message} Expected ${expected}, found ${found}.` : message;
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
  const shown = /[\r\n\t]/.test(character) ? '\u00a0' : visible(character);
  return (
    <code dir="ltr" className="wrap-anywhere block whitespace-pre-wrap leading-8" data-snippet>
      {visible(before)}
      <span className="formatter-mark">
        {shown}
        <span aria-hidden className="-bottom-3 absolute left-0 font-bold leading-none">
          ^
        </span>
      </span>
      {visible(shown === '\u00a0' ? after : after.slice(character.length))}
    </code>
  );
}

const lineAndColumn = ({ line, column }: Position) => `line ${formatNumber(line)}, column ${formatNumber(column)}`;
