import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { reportFailure } from '../alerts/report';
import { ApiError } from '../api/client';
import { useSession } from '../session/session';
import { type Draft, dropDraft, readDraft, saveDraft } from './draft';

/** Text of each named control; a checkbox that is not ticked is absent. */
export type Values = Record<string, string>;

interface FormProps {
  /** Sends the form. What it throws is shown as alerts and beside the fields, and nothing typed is lost. */
  submit: (values: Values) => Promise<unknown>;
  /** Keeps what is typed across reloads and sign-ins, under this name; for members only. */
  draft?: string;
  /** Empties the form once it is sent. */
  resets?: boolean;
  /** Leaves judging to the server (spec section 5). */
  noValidate?: boolean;
  className?: string;
  'aria-label'?: string;
  children: (state: { errors: Record<string, string>; pending: boolean }) => ReactNode;
}

/** A plain HTML form that is sent to the API. Pressing twice sends once. */
export function Form({ submit, draft, resets, children, className = 'flex flex-col gap-4', ...form }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const kept = useDraft(element, draft);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setPending(true);
    setErrors({});
    const sent = valuesOf(event.currentTarget);
    try {
      await submit(sent);
      const typedMeanwhile = resets && element.current && !sameValues(valuesOf(element.current), sent);
      if (!typedMeanwhile) {
        kept.drop();
        if (resets) element.current?.reset();
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      reportFailure(error);
      const byField = Object.fromEntries(error.errors.flatMap(({ field, msg }) => (field ? [[field, msg]] : [])));
      setErrors(byField);
      focusFirst(element.current, byField);
    } finally {
      sending.current = false;
      setPending(false);
    }
  }

  return (
    // Sent before the script is there, a form must not carry a password into the address: hence `post`, which no page answers.
    <form ref={element} method="post" {...form} className={className} onSubmit={onSubmit} onInput={kept.save}>
      {kept.restored && (
        <p role="status" className="muted flex flex-wrap items-center gap-x-3 text-sm">
          What you had typed is back.
          <button type="button" className="link tap" onClick={kept.discard}>
            Discard it
          </button>
        </p>
      )}
      {children({ errors, pending })}
    </form>
  );
}

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));

const sameValues = (one: Values, other: Values): boolean => JSON.stringify(one) === JSON.stringify(other);

function focusFirst(form: HTMLFormElement | null, errors: Record<string, string>): void {
  const controls = [...(form?.elements ?? [])] as HTMLInputElement[];
  controls.find((control) => control.name in errors)?.focus();
}

function useDraft(form: { current: HTMLFormElement | null }, name: string | undefined) {
  const { account } = useSession();
  const [restored, setRestored] = useState(false);
  const key = name && account && `${account._id}:${name}`;

  useEffect(() => {
    const draft = key && readDraft(key);
    if (!draft || !form.current) return;
    setRestored(restore(form.current, draft));
    saveDraft(key, draft); // ticking a box on the way has saved a half restored form
  }, [form, key]);

  return {
    restored,
    save: () => {
      if (key && form.current) saveDraft(key, valuesOf(form.current));
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

/** Puts a draft back into the form's controls; says whether that changed anything. */
function restore(form: HTMLFormElement, draft: Draft): boolean {
  let changed = false;
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      if (control.checked !== control.name in draft) {
        control.click(); // so that what hangs on it follows
        changed = true;
      }
    } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement) {
      const value = draft[control.name];
      if (value !== undefined && value !== control.value) {
        control.value = value;
        changed = true;
      }
    }
  }
  return changed;
}
