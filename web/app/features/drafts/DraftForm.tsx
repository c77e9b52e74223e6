import { type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Form, type FormProps, type FormState } from '../../forms/Form';
import { useSession } from '../accounts/session/session';
import type { FormDraft } from './form-draft';
import { loaded } from './loaded-form-draft';

interface DraftFormProps extends Omit<FormProps, 'ref' | 'submit' | 'draft' | 'onInput' | 'children'> {
  /** As that of `Form`; also gets the draft. */
  submit: (...sent: [...Parameters<FormProps['submit']>, draft: FormDraft | undefined]) => ReturnType<FormProps['submit']>;
  /** Name of the draft that preserves the values across reloads and sign-ins; for members only. */
  draft: string;
  /** Context of the draft to restore first, if several can be in progress. */
  continued?: string | undefined;
  children: (state: FormState & { draft: FormDraft | undefined }) => ReactNode;
}

/** Form whose values are stored until they are sent. */
export function DraftForm({ submit, draft: name, continued, children, ...form }: DraftFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { draft, save, isRestored } = useFormDraft(element, { name, continued, resets: form.resets });
  return (
    <Form {...form} ref={element} submit={(values) => submit(values, draft)} draft={draft} onInput={save}>
      {(state) => (
        <>
          {isRestored && (
            <p role="status" className="text-muted flex flex-wrap items-center gap-x-3 text-sm">
              Your draft was restored.
              <button type="button" className="link tap" onClick={() => draft?.discard()}>
                Discard draft
              </button>
            </p>
          )}
          {children({ ...state, draft })}
        </>
      )}
    </Form>
  );
}

interface DraftOptions {
  name: string;
  continued: string | undefined;
  resets: boolean | undefined;
}

/** The draft of the form, whose code loads after the screen. Undefined until then. Stores nothing without an account. */
function useFormDraft(form: RefObject<HTMLFormElement | null>, { name, continued, resets = false }: DraftOptions) {
  const { account } = useSession();
  const accountId = account?._id;
  const [draft, setDraft] = useState(() => (loaded.FormDraft ? new loaded.FormDraft(false) : undefined));
  const hasInput = useRef(false);
  useEffect(() => {
    if (!draft)
      void import('./form-draft').then(
        ({ FormDraft }) => setDraft(new FormDraft(hasInput.current)),
        () => undefined,
      );
  }, [draft]);
  useEffect(() => {
    if (draft && accountId && form.current) return draft.show({ element: form.current, accountId, name, continued, resets });
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
