import { Globe } from 'lucide-react';

/** Marks a post that everyone can read. */
export const PublicMark = () => (
  <span className="inline-flex items-center gap-1 whitespace-nowrap" title="Everyone can read this post, also without an account">
    · <Globe className="size-3.5" aria-hidden /> Public
  </span>
);
