/** Loading indicator where the shape of the content is unknown; otherwise use Skeletons. Hidden without JavaScript, where nothing would load. */
export const Spinner = ({ label = 'Loading…' }: { label?: string }) => (
  <div role="status" className="noscript:hidden flex justify-center py-16">
    <span className="spinner size-6 text-muted" aria-hidden />
    <span className="sr-only">{label}</span>
  </div>
);
