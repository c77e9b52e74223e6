import { reasonOf, statusOf } from '../../api/client';

/** Something a member asked for did not happen (spec section 8): what, and with which status. Stands until the next try. */
export function ActionFailure({ message, error }: { message: string; error: unknown }) {
  const status = statusOf(error);
  const reason = reasonOf(error);
  return (
    <p role="alert" className="text-error text-sm">
      {message} ({status ? `status ${status}` : 'the server could not be reached'}){reason && `. ${reason}`}
    </p>
  );
}
