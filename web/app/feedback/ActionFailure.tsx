import { ApiError, retryMessageOf, statusOf } from '../api/client';

/** Message of a failed action with its status and the reason, if it is known. */
export function failureText(message: string, error: unknown, reason?: string): string {
  const status = statusOf(error);
  return `${message} (${status ? `status ${status}` : 'the server could not be reached'})${reason ? `. ${reason}` : ''}`;
}

/** Error message of a failed action. Stays until the next attempt. */
export function ActionFailure({ message, error, reason: known }: { message: string; error: unknown; reason?: string | undefined }) {
  const reason = known ?? retryMessageOf(error) ?? (isAboutFields(error) ? 'Change the marked fields.' : undefined);
  return (
    <p role="alert" className="text-danger text-sm">
      {failureText(message, error, reason)}
    </p>
  );
}

const isAboutFields = (error: unknown) => error instanceof ApiError && error.errors.some(({ field }) => field !== undefined);
