import { useEffect, useState } from 'react';

interface LoadFailureProps {
  message: string;
  status?: number | undefined;
  /** The server's message, if it asks to retry later. */
  reason?: string | undefined;
  /** Seconds from `Retry-After`. */
  retryAfter?: number | undefined;
  /** Time of the failure; a new failure restarts the wait. */
  failedAt?: number | undefined;
  onRetry: () => void;
}

/** Maximum wait in seconds. `setTimeout` overflows after 25 days. */
const maxWait = 86_400;

/** Error message of a failed load with its status, and a retry button that is enabled after `Retry-After`. */
export function LoadFailure({ message, status, reason, retryAfter = 0, failedAt, onRetry }: LoadFailureProps) {
  const [waiting, setWaiting] = useState(retryAfter > 0);
  useEffect(() => {
    setWaiting(retryAfter > 0);
    const timer = setTimeout(() => setWaiting(false), Math.min(retryAfter, maxWait) * 1000);
    return () => clearTimeout(timer);
  }, [retryAfter, failedAt]);
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
