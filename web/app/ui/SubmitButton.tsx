/** Submits its form; while that is under way it says so and cannot be pressed again. */
export function SubmitButton({ pending, children }: { pending: boolean; children: string }) {
  return (
    <button type="submit" className="btn btn-primary self-start" aria-disabled={pending}>
      {pending && <span className="loading loading-spinner loading-sm" aria-hidden />}
      {children}
    </button>
  );
}
