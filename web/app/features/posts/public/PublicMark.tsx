import { Globe } from 'lucide-react';

/** Marks a post or comment that everyone can read, on phones with the icon alone. */
export const PublicMark = () => (
  <>
    {' '}
    <span className="inline-flex items-center gap-1 whitespace-nowrap" title="Everyone can read this, also without an account">
      · <Globe className="size-3.5" aria-hidden /> <span className="max-sm:sr-only">Public</span>
    </span>
  </>
);
