import { useEffect, useState } from 'react';
import type { Outcome } from './engine';
import { readableSize, readableTime } from './readable';

/** Milliseconds before progress is shown. */
const showDelay = 150;

/** Shows progress, elapsed time and a cancel button. */
export function Progress({ outcome, onCancel }: { outcome: Outcome & { phase: 'running' }; onCancel: () => void }) {
  const [began] = useState(() => performance.now());
  const [now, setNow] = useState(began);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);

  if (now - began < showDelay && outcome.extent === undefined) return null;
  const { input, read } = outcome;
  return (
    <div className="card flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
      <progress className="min-w-32 grow" aria-label="Formatting" max={input.size} value={read} />
      <p className="text-muted text-sm tabular-nums">
        {Math.floor((100 * Math.min(read, input.size)) / input.size)} % of {readableSize(input.size)} · {readableTime(now - began)}
      </p>
      <button type="button" className="btn btn-sm" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
