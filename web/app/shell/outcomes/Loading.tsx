import { reasonOf, statusOf, waitOf } from '../../api/client';
import { LoadFailure } from '../../ui/LoadFailure';
import { Spinner } from '../../ui/Spinner';

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
  return (
    <LoadFailure
      message={message}
      status={error ? statusOf(error) : failedWith}
      reason={reasonOf(error)}
      wait={waitOf(error)}
      at={errorUpdatedAt}
      onRetry={() => void refetch()}
    />
  );
}
