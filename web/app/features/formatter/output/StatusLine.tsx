import { useEffect, useState } from 'react';
import { formatNumber } from '../../../ui/numbers';
import type { Outcome } from '../engine';
import { readableSize, readableTime } from '../readable';

/** Milliseconds before progress is shown. */
const showDelay = 150;

interface StatusLineProps {
  outcome: Outcome;
  notice: string;
  /** Undoes the last repair. */
  onUndo: (() => void) | undefined;
  onCancel: () => void;
}

/** The line below input and output: progress, then the result, and a notice such as "Copied." Screen readers announce both. */
export function StatusLine({ outcome, notice, onUndo, onCancel }: StatusLineProps) {
  return (
    <div className="formatter-status">
      {outcome.phase === 'running' && <Progress outcome={outcome} onCancel={onCancel} />}
      <p role="status">{summaryOf(outcome)}</p>
      <p role="status">{notice}</p>
      {onUndo && (
        <button type="button" className="formatter-tool" onClick={onUndo}>
          Undo repair
        </button>
      )}
    </div>
  );
}

/** Shows progress, elapsed time and a cancel button. */
function Progress({ outcome, onCancel }: { outcome: Outcome & { phase: 'running' }; onCancel: () => void }) {
  const { input, began, read } = outcome;
  const [now, setNow] = useState(began);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);

  if (now - began < showDelay && outcome.extent === undefined) return null;
  return (
    <div>
      <progress aria-label="Formatting" max={input.size} value={read} />
      <span className="tabular-nums">
        {Math.floor((100 * Math.min(read, input.size)) / input.size)} % of {readableSize(input.size)} · {readableTime(now - began)}
      </span>
      <button type="button" className="formatter-tool" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}

function summaryOf(outcome: Outcome) {
  switch (outcome.phase) {
    case 'idle':
    case 'invalid':
      return null; // FailureReport shows and announces the error
    case 'running':
      return <span className="sr-only">Formatting…</span>;
    case 'cancelled':
      return <span>Cancelled. Your text is unchanged.</span>;
    case 'failed':
      return <span className="text-danger">The formatter stopped: {outcome.message}. Press Format to try again.</span>;
    case 'formatted': {
      const { bytesIn, bytes, lines, documents, encoding, milliseconds } = outcome.formatted;
      return (
        <>
          <span>
            Formatted in {readableTime(milliseconds)}: {readableSize(bytesIn)} to {readableSize(bytes)}, {formatNumber(lines)}{' '}
            {lines === 1 ? 'line' : 'lines'}.
          </span>
          {documents > 1 && <span>{formatNumber(documents)} documents, each on new lines.</span>}
          {encoding && <span>{encoding === 'UTF-16' ? 'Read as UTF-16.' : 'Left out the byte order mark.'}</span>}
          {outcome.check?.onlyWhitespaceChanged ? (
            <span className="text-success">Only white space changed: every byte was compared.</span>
          ) : (
            <span>{outcome.check?.complete ? '' : 'Comparing every byte…'}</span>
          )}
          {outcome.check !== undefined && outcome.check.total > 0 && (
            <a href="#formatter-warnings" className="link">
              {formatNumber(outcome.check.total)} {outcome.check.total === 1 ? 'warning' : 'warnings'}
            </a>
          )}
        </>
      );
    }
  }
}
