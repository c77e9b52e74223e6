import type { ReactNode } from 'react';
import { retryAfterOf, retryMessageOf, statusOf } from '../api/client';
import { ErrorState } from '../ui/states/ErrorState';
import { Spinner } from '../ui/states/Spinner';

interface LoadingProps {
  /** A query without data. */
  query: { error: unknown; errorUpdatedAt: number; refetch: () => unknown };
  /** Error message if it fails. */
  message: string;
  /** Status of the attempt during server rendering, if it failed. */
  failedWith?: number | undefined;
  /** Shown while the data load. */
  placeholder?: ReactNode;
}

/** Stands for missing data: a placeholder while it loads, or an error with a button to retry. */
export function Loading({ query: { error, errorUpdatedAt, refetch }, message, failedWith, placeholder = <Spinner /> }: LoadingProps) {
  if (!error && failedWith === undefined) return placeholder;
  return (
    <ErrorState
      message={message}
      status={error ? statusOf(error) : failedWith}
      reason={retryMessageOf(error)}
      retryAfter={retryAfterOf(error)}
      failedAt={errorUpdatedAt}
      onRetry={() => void refetch()}
    />
  );
}
