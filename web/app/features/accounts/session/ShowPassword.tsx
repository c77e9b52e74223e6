import type { ReactNode } from 'react';
import { useState } from 'react';

/** Type of the password fields of a form, and a button that shows or hides their text. The button comes after the fields, so that Tab leads from one to the next. */
export function useShownPassword(label: string): { type: 'password' | 'text'; toggle: ReactNode } {
  const [shown, setShown] = useState(false);
  const toggle = (
    <button type="button" className="link tap self-start text-sm" onClick={() => setShown(!shown)}>
      {shown ? 'Hide' : 'Show'} {label}
    </button>
  );
  return { type: shown ? 'text' : 'password', toggle };
}
