import { Lock } from 'lucide-react';
import { useToken } from './session';

/** Marks, for visitors, a link to what is for members. Members do not see it before the script runs either. */
export const SignInMark = () =>
  typeof useToken() === 'string' ? null : (
    <span className="in-data-token:hidden" title="For members: sign in to read">
      <Lock className="ms-1 inline size-3.5 align-[-0.125em]" aria-hidden />
      <span className="sr-only"> (for members)</span>
    </span>
  );
