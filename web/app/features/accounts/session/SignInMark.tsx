import { Lock } from 'lucide-react';
import { useToken } from './session';

/** For visitors, marks a link to a screen for members. Members never see it, not even before hydration. */
export const SignInMark = () =>
  typeof useToken() === 'string' ? null : (
    <span className="in-data-token:hidden" title="For members: sign in to read">
      <Lock className="ms-1 inline size-3.5 align-[-0.125em]" aria-hidden />
      <span className="sr-only"> (for members)</span>
    </span>
  );
