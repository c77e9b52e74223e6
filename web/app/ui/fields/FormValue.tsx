import { useEffect, useEffectEvent, useRef } from 'react';

interface FormValueProps {
  name: string;
  value: string;
  /** The value after the form is reset. */
  defaultValue: string;
  /** Called when the form sets another value. */
  onSet: (value: string) => void;
  onFocus: () => void;
}

/** Invisible input with the value of a control that is not one input. It reports changes to the form, and changes by the form to the control. */
export function FormValue({ name, value, defaultValue, onSet, onFocus }: FormValueProps) {
  const input = useRef<HTMLInputElement>(null);

  // Reports each change to the form, which saves drafts and removes errors: React has rendered the value only now.
  const reported = useRef(value);
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    input.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [value]);

  // A form that restores a draft sets the value. React ignores the event, because it has seen the value.
  const readValue = useEffectEvent((set: string) => {
    if (set !== value) onSet(set);
  });
  useEffect(() => {
    const { current } = input;
    const onInput = () => readValue(current?.value ?? '');
    current?.addEventListener('input', onInput);
    return () => current?.removeEventListener('input', onInput);
  }, []);

  const reset = useEffectEvent(() => onSet(defaultValue));
  useEffect(() => {
    const { form } = input.current ?? {};
    const onReset = () => reset();
    form?.addEventListener('reset', onReset);
    return () => form?.removeEventListener('reset', onReset);
  }, []);

  return <input ref={input} name={name} tabIndex={-1} aria-hidden className="sr-only" value={value} onFocus={onFocus} readOnly />;
}
