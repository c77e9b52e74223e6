import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSession } from '../accounts/session/session';
import { RequestError } from '../api/client';
import { type Draft, deleteDraft, draftKey, isEqual, readDraft, saveDraft, subscribeDrafts } from '../drafts/local-drafts';
import { removeErrorAlerts } from '../shell/alerts/alerts';

/** Value of each named control. An unchecked checkbox is absent. */
export type Values = Record<string, string>;

/** Key of errors that concern the form as a whole. */
const wholeForm = '';

interface FormProps {
  /**
   * Submits the form. If it throws a RequestError, its errors show next to the fields (and as alerts, see alerts/mutation-alerts.ts). It may return the stored
   * values, which then replace the values in the fields.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most submit functions return nothing
  submit: (values: Values) => Promise<Values | void>;
  /** Name of the draft that preserves the values across reloads and sign-ins; for members only. */
  draft?: string;
  /** Resets the form after a successful submit. */
  resets?: boolean;
  /** Turns off the browser's validation and leaves it to the server. */
  noValidate?: boolean;
  /** Called when the form is reset, after a submit or as the draft is discarded. */
  onReset?: () => void;
  className?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  children: (state: { errors: Record<string, string>; pending: boolean }) => ReactNode;
}

/** HTML form that submits to the API. A double click submits once. */
export function Form({ submit, draft, resets, children, className = 'flex flex-col gap-4', ...form }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const savedDraft = useDraft(element, draft, resets);

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
      const changedSinceSubmit = element.current && !isEqual(valuesOf(element.current), sent);
      if (stored && element.current) fillIn(element.current, stored, sent);
      if (!element.current || changedSinceSubmit) return savedDraft.forget(sent);
      savedDraft.forget();
      if (resets) element.current?.reset(); // the draft of an edit has closed the form
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
    savedDraft.save();
    const { name } = target as unknown as HTMLInputElement;
    if (name in errors) setErrors(({ [name]: _, ...others }) => others);
  }

  return (
    // `post` keeps a password out of the URL should the browser submit the form without our script.
    <form ref={element} method="post" {...form} className={className} onSubmit={onSubmit} onInput={onInput}>
      {savedDraft.restored && (
        <p role="status" className="text-muted flex flex-wrap items-center gap-x-3 text-sm">
          Your draft was restored.
          <button type="button" className="link tap" onClick={savedDraft.discard}>
            Discard draft
          </button>
        </p>
      )}
      {errors[wholeForm] && <p className="text-danger text-sm">{errors[wholeForm]}</p>}
      {children({ errors, pending })}
    </form>
  );
}

/** The values of a form's controls. */
const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));

/** Whether nothing is filled in, apart from the preset values. A select always has a value, which does not count. */
export const isBlank = (form: HTMLFormElement, preset: Values = {}): boolean =>
  Object.entries(valuesOf(form)).every(
    ([name, value]) => value === (preset[name] ?? '') || form.elements.namedItem(name) instanceof HTMLSelectElement,
  );

function focusFirst(form: HTMLFormElement | null, errors: Record<string, string>): void {
  const controls = [...(form?.elements ?? [])] as HTMLInputElement[];
  controls.find(({ name }) => name !== wholeForm && name in errors)?.focus();
}

function useDraft(form: { current: HTMLFormElement | null }, name: string | undefined, resets = false) {
  const { account } = useSession();
  const [restored, setRestored] = useState(false);
  const key = name && account && draftKey(account._id, name);

  /** Whether there was input before the account was loaded. */
  const typedBeforeLoad = useRef(false);
  /** Whether the form is being filled in, which fires input events. */
  const isFilling = useRef(false);

  useEffect(() => {
    const { current: element } = form;
    if (!key || !element) return;
    const fill = (draft: Draft): boolean => {
      isFilling.current = true;
      const isChanged = fillIn(element, draft);
      isFilling.current = false;
      return isChanged;
    };
    if (typedBeforeLoad.current) saveDraft(key, valuesOf(element));
    typedBeforeLoad.current = false;
    const stored = readDraft(key);
    if (stored) setRestored(fill(stored));
    // The draft also changes when the server or another tab has a newer one, and when it is sent by a form that was left since.
    return subscribeDrafts((changedKey, now, before) => {
      if (changedKey !== key) return;
      if (now) {
        if (fill(now) && !before) setRestored(true);
      } else if (isEqual(valuesOf(element), before)) {
        setRestored(false);
        if (resets) element.reset();
      }
    });
  }, [form, key, resets]);

  /** Deletes the draft; with `only`, unless it has changed since. */
  function forget(only?: Values): void {
    if (!key || (only && !isEqual(readDraft(key), only))) return;
    setRestored(false);
    deleteDraft(key);
  }

  return {
    restored,
    save: () => {
      if (isFilling.current) return;
      if (!key || !form.current) typedBeforeLoad.current = true;
      else if (isBlank(form.current)) forget();
      else saveDraft(key, valuesOf(form.current));
    },
    forget,
    discard: () => {
      forget();
      form.current?.reset();
    },
  };
}

/** Sets the form's controls, except those that differ from `since`. Returns whether anything changed. An unchecked checkbox has no value. */
function fillIn(form: HTMLFormElement, values: Values, since?: Values): boolean {
  let changed = false;
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      if (control.checked !== control.name in values) {
        control.click(); // fires the events that dependent controls listen to
        changed = true;
      }
    } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement) {
      const value = values[control.name];
      if (value === undefined || value === control.value || (since && since[control.name] !== control.value)) continue;
      control.value = value;
      control.dispatchEvent(new Event('input', { bubbles: true })); // updates the character counter
      changed = true;
    }
  }
  return changed;
}
