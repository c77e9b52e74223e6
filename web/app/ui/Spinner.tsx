/** Loading indicator. Hidden without JavaScript, where nothing would load. */
export function Spinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <div role="status" className="noscript:hidden flex justify-center py-16">
      <span className="spinner size-10 text-primary" aria-hidden />
      <span className="sr-only">{label}</span>
    </div>
  );
}
