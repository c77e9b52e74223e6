import type { Outcome } from './engine';
import { readableCount, readableSize, readableTime } from './readable';

/** The result, also announced by screen readers. */
export function Summary({ outcome }: { outcome: Outcome }) {
  return (
    <p role="status" className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
      {summaryOf(outcome)}
    </p>
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
      const { bytesIn, bytes, lines, milliseconds } = outcome.formatted;
      return (
        <>
          <span>
            Formatted in {readableTime(milliseconds)}: {readableSize(bytesIn)} to {readableSize(bytes)}, {readableCount(lines)}{' '}
            {lines === 1 ? 'line' : 'lines'}.
          </span>
          {outcome.check?.onlyWhitespaceChanged ? (
            <span className="font-medium text-success">Only white space changed: every byte was compared.</span>
          ) : (
            <span className="text-muted">{outcome.check?.complete ? '' : 'Comparing every byte…'}</span>
          )}
        </>
      );
    }
  }
}
