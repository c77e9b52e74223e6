import { type InputHTMLAttributes, type ReactNode, useState } from 'react';

interface ShownPassword {
  /** Of the password fields. No browser corrects a password, or sends it to a spelling service. */
  attributes: InputHTMLAttributes<HTMLInputElement>;
  toggle: ReactNode;
}

/** The password fields of a form, and a button that shows or hides their text. The button comes after the fields, so that Tab leads from one to the next. */
export function useShownPassword(label: string): ShownPassword {
  const [shown, setShown] = useState(false);
  const toggle = (
    <button type="button" className="link tap pointer-coarse:-my-2 self-start text-sm" onClick={() => setShown(!shown)}>
      {shown ? 'Hide' : 'Show'} {label}
    </button>
  );
  return { attributes: { type: shown ? 'text' : 'password', spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' }, toggle };
}
