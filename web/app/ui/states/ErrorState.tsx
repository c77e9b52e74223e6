import { useEffect, useState } from 'react';
import { Button } from '../Button';

interface ErrorStateProps {
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
export function ErrorState({ message, status, reason, retryAfter = 0, failedAt, onRetry }: ErrorStateProps) {
  const [waiting, setWaiting] = useState(retryAfter > 0);
  useEffect(() => {
    setWaiting(retryAfter > 0);
    const timer = setTimeout(() => setWaiting(false), Math.min(retryAfter, maxWait) * 1000);
    return () => clearTimeout(timer);
  }, [retryAfter, failedAt]);
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-4 py-12 text-center">
      <p className="font-medium">{message}</p>
      <p className="max-w-sm text-muted">
        {explain(status)} {reason}
      </p>
      <Button className="mt-3" aria-disabled={waiting} onClick={() => waiting || onRetry()}>
        Try again
      </Button>
    </div>
  );
}

const explain = (status: number | undefined) =>
  status ? `The server answered with status ${status}.` : 'The server could not be reached. Check your connection.';
