import { type RefObject, useId } from 'react';
import { Form, type Values } from '../forms/Form';
import { TextField } from '../ui/Field';
import { useConfirmPassword } from './account-queries';
import { useSession } from './session/session';

interface ConfirmPasswordProps {
  dialog: RefObject<HTMLDialogElement | null>;
  /** Explains why the password is required. */
  lead: string;
  /** Label of the submit button. */
  action: string;
  onConfirmed: () => void;
}

/** Dialog that asks for the password again before a sensitive action. Closes when the server accepts it. */
export function ConfirmPassword({ dialog, lead, action, onConfirmed }: ConfirmPasswordProps) {
  const heading = useId();
  const { account } = useSession();
  const { mutateAsync: confirm } = useConfirmPassword();

  async function submit({ password = '' }: Values) {
    await confirm({ password });
    dialog.current?.close();
    onConfirmed();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className="card m-auto w-full max-w-sm p-6 text-ink backdrop:bg-black/50 max-sm:max-w-[calc(100vw-2rem)]"
      onClose={({ currentTarget }) => currentTarget.querySelector('form')?.reset()}
    >
      <h2 id={heading} className="mb-2 font-semibold">
        Confirm your password
      </h2>
      <p className="text-muted mb-4 text-sm">{lead}</p>
      <Form submit={submit} noValidate aria-labelledby={heading}>
        {({ errors, pending }) => (
          <>
            {errors[''] && (
              <p role="alert" className="sr-only">
                {errors['']}
              </p>
            )}
            {/* Lets a password manager find the right account. */}
            <input hidden type="text" autoComplete="username" readOnly value={account?.email ?? ''} />
            <TextField name="password" type="password" label="Password" autoComplete="current-password" error={errors.password} />
            <div className="flex flex-wrap justify-end gap-2">
              <button type="button" className="btn" onClick={() => dialog.current?.close()}>
                Cancel
              </button>
              <button type="submit" className="btn btn-danger" aria-disabled={pending}>
                {pending && <span className="spinner size-5" aria-hidden />}
                {action}
              </button>
            </div>
          </>
        )}
      </Form>
    </dialog>
  );
}
