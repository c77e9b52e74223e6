import { useEffect, useState } from 'react';

interface LoadFailureProps {
  message: string;
  status?: number | undefined;
  /** What the server itself says about it. */
  reason?: string | undefined;
  /** Seconds that the server asks to wait before the next try. */
  wait?: number | undefined;
  /** When it failed: each failure has its own wait. */
  at?: number | undefined;
  onRetry: () => void;
}

/** Seconds; a timer cannot run for a month. */
const aDay = 86_400;

/** A load that failed: what failed, with its status (spec section 8), and a way to try again, once the server is willing. */
export function LoadFailure({ message, status, reason, wait = 0, at, onRetry }: LoadFailureProps) {
  const [waiting, setWaiting] = useState(wait > 0);
  useEffect(() => {
    setWaiting(wait > 0);
    const timer = setTimeout(() => setWaiting(false), Math.min(wait, aDay) * 1000);
    return () => clearTimeout(timer);
  }, [wait, at]);
  return (
    <div role="alert" className="panel mx-auto my-8 flex max-w-xl flex-col items-start gap-3 p-6">
      <p className="font-semibold">{message}</p>
      <p className="muted text-sm">
        {explain(status)} {reason}
      </p>
      <button type="button" className="btn btn-primary" aria-disabled={waiting} onClick={() => waiting || onRetry()}>
        Try again
      </button>
    </div>
  );
}

const explain = (status: number | undefined) =>
  status ? `The server answered with status ${status}.` : 'The server could not be reached. Check your connection.';
