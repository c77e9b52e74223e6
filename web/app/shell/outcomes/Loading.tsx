import { reasonOf, statusOf, waitOf } from '../../api/client';
import { LoadFailure } from '../../ui/LoadFailure';
import { Spinner } from '../../ui/Spinner';

interface LoadingProps {
  /** A query without data. */
  of: { error: unknown; errorUpdatedAt: number; refetch: () => unknown };
  /** Error message if it fails. */
  message: string;
  /** Status of the attempt during server rendering, if it failed. */
  failedWith?: number | undefined;
}

/** Placeholder for missing data: a spinner, or an error with a button to retry. */
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
