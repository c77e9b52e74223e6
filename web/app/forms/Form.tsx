import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { dropDraft, isSame, noteSent, onSent, readDraft, saveDraft } from '../accounts/session/draft';
import { useSession } from '../accounts/session/session';
import { Refusal } from '../api/client';
import { dropComplaints } from '../shell/alerts/alerts';

/** Text of each named control; a checkbox that is not ticked is absent. */
export type Values = Record<string, string>;

/** Stands for the form as a whole where a field's name would stand. */
const whole = '';

interface FormProps {
  /**
   * Sends the form. What it is refused is shown beside the fields (and as alerts by alerts/mutations.ts), and nothing typed is lost. It may answer with the
   * values as they are kept: the fields show them then.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most submits answer nothing
  submit: (values: Values) => Promise<Values | void>;
  /** Keeps what is typed across reloads and sign-ins, under this name; for members only. */
  draft?: string;
  /** Empties the form once it is sent. */
  resets?: boolean;
  /** Leaves judging to the server (spec section 5). */
  noValidate?: boolean;
  className?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  children: (state: { errors: Record<string, string>; pending: boolean }) => ReactNode;
}

/** A plain HTML form that is sent to the API. Pressing twice sends once. */
export function Form({ submit, draft, resets, children, className = 'flex flex-col gap-4', ...form }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const kept = useDraft(element, draft, resets);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setPending(true);
    setErrors({});
    dropComplaints(); // also of what was refused before anything was sent
    const sent = valuesOf(event.currentTarget);
    try {
      const stored = await submit(sent);
      const typedMeanwhile = element.current && !isSame(valuesOf(element.current), sent);
      if (stored && element.current) fillIn(element.current, stored, sent);
      kept.noteSent(sent);
      if (!element.current || typedMeanwhile) return;
      kept.drop();
      if (resets) element.current.reset();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const byField = Object.fromEntries(error.errors.map(({ field = whole, msg }) => [field, msg]));
      flushSync(() => setErrors(byField)); // so that whoever is led to a field hears what is wrong with it
      focusFirst(element.current, byField);
    } finally {
      sending.current = false;
      setPending(false);
    }
  }

  return (
    // Should a browser ever send it by itself, a form must not carry a password into the address: hence `post`.
    <form ref={element} method="post" {...form} className={className} onSubmit={onSubmit} onInput={kept.save}>
      {kept.restored && (
        <p role="status" className="muted flex flex-wrap items-center gap-x-3 text-sm">
          What you had typed is back.
          <button type="button" className="link tap" onClick={kept.discard}>
            Discard it
          </button>
        </p>
      )}
      {errors[whole] && <p className="text-error text-sm">{errors[whole]}</p>}
      {children({ errors, pending })}
    </form>
  );
}

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));

function focusFirst(form: HTMLFormElement | null, errors: Record<string, string>): void {
  const controls = [...(form?.elements ?? [])] as HTMLInputElement[];
  controls.find(({ name }) => name !== whole && name in errors)?.focus();
}

function useDraft(form: { current: HTMLFormElement | null }, name: string | undefined, resets = false) {
  const { account } = useSession();
  const [restored, setRestored] = useState(false);
  const key = name && account && `${account._id}:${name}`;

  /** Something was typed before it was known by whom. */
  const early = useRef(false);

  useEffect(() => {
    if (!key || !form.current) return;
    const draft = early.current ? undefined : readDraft(key);
    if (early.current) saveDraft(key, valuesOf(form.current));
    early.current = false;
    if (!draft) return;
    setRestored(fillIn(form.current, draft));
    saveDraft(key, draft); // on the way a half restored form was saved
  }, [form, key]);

  // Who goes away while it is being sent, and comes back, finds it here again, until it has arrived.
  useEffect(
    () =>
      onSent((sentKey, sent) => {
        if (sentKey !== key || !form.current || !isSame(valuesOf(form.current), sent)) return;
        setRestored(false);
        if (resets) form.current.reset();
      }),
    [form, key, resets],
  );

  return {
    restored,
    save: () => {
      if (key && form.current) saveDraft(key, valuesOf(form.current));
      else early.current = true;
    },
    noteSent: (sent: Values) => {
      if (key) noteSent(key, sent);
    },
    drop: () => {
      setRestored(false);
      if (key) dropDraft(key);
    },
    discard: () => {
      setRestored(false);
      if (key) dropDraft(key);
      form.current?.reset();
    },
  };
}

/** Puts values into the form's controls, those apart that have been changed `since`; says whether that changed anything. A box that is not ticked has no value. */
function fillIn(form: HTMLFormElement, values: Values, since?: Values): boolean {
  let changed = false;
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      if (control.checked !== control.name in values) {
        control.click(); // so that what hangs on it follows
        changed = true;
      }
    } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement) {
      const value = values[control.name];
      if (value === undefined || value === control.value || (since && since[control.name] !== control.value)) continue;
      control.value = value;
      control.dispatchEvent(new Event('input', { bubbles: true })); // so that a counter follows
      changed = true;
    }
  }
  return changed;
}
