import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { RequestError } from '../api/client';
import { useSession } from '../features/accounts/session/session';
import type { FormDraft } from '../features/drafts/form-draft';
import { loaded } from '../features/drafts/loaded-form-draft';
import { removeErrorAlerts } from '../feedback/alerts';
import { fillIn, type Values, valuesOf } from './form-values';

export type { Values } from './form-values';

/** Key of errors that concern the form as a whole. */
const wholeForm = '';

interface FormProps {
  /**
   * Submits the form. If it throws a RequestError, its errors show next to the fields (and as alerts, see feedback/mutation-alerts.ts). It may return the stored
   * values, which then replace the values in the fields.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most submit functions return nothing
  submit: (values: Values) => Promise<Values | void>;
  /** Name of the draft that preserves the values across reloads and sign-ins; for members only. */
  draft?: string;
  /** Context of the draft to restore first, if several can be in progress. */
  continued?: string | undefined;
  /** Resets the form after a successful submit. */
  resets?: boolean;
  /** Turns off the browser's validation and leaves it to the server. */
  noValidate?: boolean;
  /** Called when the form is reset, after a submit or as the draft is discarded. */
  onReset?: () => void;
  className?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  children: (state: { errors: Record<string, string>; pending: boolean; draft: FormDraft | undefined }) => ReactNode;
}

/** HTML form that submits to the API. A double click submits once. */
export function Form({ submit, draft: name, continued, resets, children, className = 'flex flex-col gap-4', ...form }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { draft, save, isRestored } = useFormDraft(element, { name, continued, resets });

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
      const byField = Object.fromEntries(error.errors.map(({ field = wholeForm, msg }) => [field, msg]));
      flushSync(() => setErrors(byField)); // renders the error before the field gets the focus, so that screen readers announce it
      focusFirst(element.current, byField);
    } finally {
      sending.current = false;
      setPending(false);
    }
  }

  /** The error of a field disappears as the field is changed. */
  function onInput({ target }: FormEvent<HTMLFormElement>) {
    save();
    const { name } = target as unknown as HTMLInputElement;
    if (name in errors) setErrors(({ [name]: _, ...others }) => others);
  }

  return (
    // `post` keeps a password out of the URL should the browser submit the form without our script.
    <form ref={element} method="post" {...form} className={className} onSubmit={onSubmit} onInput={onInput}>
      {isRestored && (
        <p role="status" className="text-muted flex flex-wrap items-center gap-x-3 text-sm">
          Your draft was restored.
          <button type="button" className="link tap" onClick={() => draft?.discard()}>
            Discard draft
          </button>
        </p>
      )}
      {errors[wholeForm] && <p className="text-danger text-sm">{errors[wholeForm]}</p>}
      {children({ errors, pending, draft })}
    </form>
  );
}

function focusFirst(form: HTMLFormElement | null, errors: Record<string, string>): void {
  const controls = [...(form?.elements ?? [])] as HTMLInputElement[];
  controls.find(({ name }) => name !== wholeForm && name in errors)?.focus();
}

interface DraftOptions {
  name: string | undefined;
  continued: string | undefined;
  resets: boolean | undefined;
}

/** The draft of the form, whose code loads after the screen. Undefined until then, and without a name or an account: nothing is stored. */
function useFormDraft(form: RefObject<HTMLFormElement | null>, { name, continued, resets = false }: DraftOptions) {
  const { account } = useSession();
  const accountId = account?._id;
  const [draft, setDraft] = useState(() => (name && loaded.FormDraft ? new loaded.FormDraft(false) : undefined));
  const hasInput = useRef(false);
  useEffect(() => {
    if (name && !draft)
      void import('../features/drafts/form-draft').then(
        ({ FormDraft }) => setDraft(new FormDraft(hasInput.current)),
        () => undefined,
      );
  }, [name, draft]);
  useEffect(() => {
    if (draft && name && accountId && form.current) return draft.show({ element: form.current, accountId, name, continued, resets });
  }, [draft, form, accountId, name, continued, resets]);
  const getState = () => draft?.state;
  const state = useSyncExternalStore(draft?.subscribe ?? subscribeNone, getState, getState);
  const save = () => {
    hasInput.current = true;
    draft?.save();
  };
  return { draft, save, isRestored: state?.isRestored === true };
}

const subscribeNone = () => () => {};
