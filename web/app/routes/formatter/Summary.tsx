import type { Outcome } from './engine';
import { readableCount, readableSize, readableTime } from './sizes';

/** What has become of the text, in words that are also read out. */
export function Summary({ outcome }: { outcome: Outcome }) {
  return (
    <p role="status" className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
      {said(outcome)}
    </p>
  );
}

function said(outcome: Outcome) {
  switch (outcome.phase) {
    case 'nothing':
    case 'refused':
      return null; // the failure has its own place and its own voice
    case 'running':
      return <span className="sr-only">Formatting…</span>;
    case 'cancelled':
      return <span>Cancelled. The text is still there.</span>;
    case 'broken':
      return <span className="text-error">The formatter stopped: {outcome.message}. Press Format to try again.</span>;
    case 'formatted': {
      const { bytesIn, bytes, lines, milliseconds } = outcome.formatted;
      return (
        <>
          <span>
            Formatted in {readableTime(milliseconds)}: {readableSize(bytesIn)} to {readableSize(bytes)}, {readableCount(lines)}{' '}
            {lines === 1 ? 'line' : 'lines'}.
          </span>
          {outcome.check?.onlySpaceChanged ? (
            <span className="font-medium text-success">Only white space changed: every byte was compared.</span>
          ) : (
            <span className="muted">{outcome.check?.complete ? '' : 'Comparing every byte…'}</span>
          )}
        </>
      );
    }
  }
}
