/** A load that failed: what failed, with its status (spec section 8), and a way to try again. */
export function LoadFailure({ message, status, onRetry }: { message: string; status?: number; onRetry: () => void }) {
  return (
    <div role="alert" className="panel mx-auto my-8 flex max-w-xl flex-col items-start gap-3 p-6">
      <p className="font-semibold">{message}</p>
      <p className="muted text-sm">{explain(status)}</p>
      <button type="button" className="btn btn-primary" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

const explain = (status: number | undefined) =>
  status ? `The server answered with status ${status}.` : 'The server could not be reached. Check your connection.';
