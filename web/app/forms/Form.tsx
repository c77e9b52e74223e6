import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { RequestError } from '../api/client';
import { removeErrorAlerts } from '../feedback/alerts';
import { fillIn, invalidFields, type Values, valuesOf } from './form-values';

export type { Values } from './form-values';

/** Key of errors that concern the form as a whole. */
const wholeForm = '';

export interface FormState {
  errors: Record<string, string>;
  pending: boolean;
}

export interface FormProps {
  ref?: RefObject<HTMLFormElement | null>;
  /**
   * Submits the form. If it throws a RequestError, its errors show next to the fields (and as alerts, see feedback/mutation-alerts.ts). It may return the stored
   * values, which then replace the values in the fields.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most submit functions return nothing
  submit: (values: Values) => Promise<Values | void>;
  /** The stored draft of the values (features/drafts/DraftForm.tsx). `forget` deletes it; with the values that were sent, only if they are still its values. */
  draft?: { forget: (sent?: Values) => void; restart: () => void } | undefined;
  /** Resets the form after a successful submit. */
  resets?: boolean;
  /** Messages of required fields, by name. With them, errors that the browser finds show at the fields instead of in its bubble. */
  requiredMessages?: Record<string, string>;
  /** Turns off the browser's validation and leaves it to the server. */
  noValidate?: boolean;
  /** Called when the form is reset, after a submit or as the draft is discarded. */
  onReset?: () => void;
  /** Called at each change of a field. */
  onInput?: () => void;
  className?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  children: (state: FormState) => ReactNode;
}

/** HTML form that submits to the API. A double click submits once. */
export function Form({
  ref,
  submit,
  draft,
  resets,
  requiredMessages,
  onInput,
  children,
  className = 'flex flex-col gap-4',
  ...form
}: FormProps) {
  const own = useRef<HTMLFormElement>(null);
  const element = ref ?? own;
  const sending = useRef(false);
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setPending(true);
    setErrors({});
    removeErrorAlerts(); // including errors found before a request was sent
    const sent = valuesOf(event.currentTarget);
    try {
      const stored = await submit(sent);
      const changedSinceSubmit = element.current && JSON.stringify(valuesOf(element.current)) !== JSON.stringify(sent);
      if (stored && element.current) fillIn(element.current, stored, sent);
      if (!element.current || changedSinceSubmit) return draft?.forget(sent);
      draft?.forget();
      if (resets) element.current?.reset(); // the draft of an edit has closed the form
      draft?.restart();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      show(Object.fromEntries(error.errors.map(({ field = wholeForm, msg }) => [field, msg])));
    } finally {
      sending.current = false;
      setPending(false);
    }
  }

  function show(byField: Record<string, string>) {
    flushSync(() => setErrors(byField)); // renders the error before the field gets the focus, so that screen readers announce it
    focusFirst(element.current, byField);
  }

  /** Called for each field that the browser finds invalid before a submit. */
  function onInvalid(event: FormEvent<HTMLFormElement>) {
    if (!requiredMessages) return;
    event.preventDefault();
    if (event.target !== event.currentTarget.querySelector(':is(input, select, textarea):invalid')) return; // the first shows all
    removeErrorAlerts();
    show(invalidFields(event.currentTarget, requiredMessages));
  }

  /** The error of a field disappears as the field is changed. */
  function onFieldInput({ target }: FormEvent<HTMLFormElement>) {
    onInput?.();
    const { name } = target as unknown as HTMLInputElement;
    if (name in errors) setErrors(({ [name]: _, ...others }) => others);
  }

  return (
    // `post` keeps a password out of the URL should the browser submit the form without our script.
    <form
      ref={element}
      method="post"
      {...form}
      className={className}
      onSubmit={onSubmit}
      onInvalidCapture={onInvalid} // the event does not bubble
      onInput={onFieldInput}
    >
      {errors[wholeForm] && <p className="text-danger text-sm">{errors[wholeForm]}</p>}
      {children({ errors, pending })}
    </form>
  );
}

function focusFirst(form: HTMLFormElement | null, errors: Record<string, string>): void {
  const controls = [...(form?.elements ?? [])] as HTMLInputElement[];
  controls.find(({ name }) => name !== wholeForm && name in errors)?.focus();
}
