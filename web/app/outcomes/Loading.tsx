import { saysLater, statusOf } from '../api/client';
import { LoadFailure } from '../ui/LoadFailure';
import { Spinner } from '../ui/Spinner';

interface LoadingProps {
  /** A query that has no data yet. */
  of: { error: unknown; errorUpdatedAt: number; refetch: () => unknown };
  /** What is said where it fails (spec section 8). */
  message: string;
  /** The server has tried before it sent the page, and got this status. */
  failedWith?: number | undefined;
}

/** What stands in place of data that have not come: a spinner, or what went wrong and a way to try again. */
export function Loading({ of: { error, errorUpdatedAt, refetch }, message, failedWith }: LoadingProps) {
  if (!error && failedWith === undefined) return <Spinner />;
  const later = saysLater(error) ? { reason: error.message, wait: error.wait } : {};
  return (
    <LoadFailure
      message={message}
      status={error ? statusOf(error) : failedWith}
      {...later}
      at={errorUpdatedAt}
      onRetry={() => void refetch()}
    />
  );
}
