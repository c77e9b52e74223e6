import type { RefObject } from 'react';
import { Form, type Values } from '../../forms/Form';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/fields/Field';
import { SubmitButton } from '../../ui/fields/SubmitButton';
import { useConfirmPassword } from './account-queries';
import { useSession } from './session/session';

interface ConfirmPasswordProps {
  dialog: RefObject<HTMLDialogElement | null>;
  /** Explains why the password is required. */
  lead: string;
  /** Label of the submit button. */
  action: string;
  /** Whether the action deletes something. */
  isDanger?: boolean;
  /** Called after the server has accepted the password. */
  onConfirmed: () => void;
  /** Called when the dialog closes, also after a confirmation. */
  onClose?: () => void;
}

/** Dialog that asks for the password again before a sensitive action. Closes when the server accepts it. */
export function ConfirmPassword({ dialog, lead, action, isDanger = false, onConfirmed, onClose }: ConfirmPasswordProps) {
  const { account } = useSession();
  const { mutateAsync: confirm } = useConfirmPassword();

  async function submit({ password = '' }: Values) {
    await confirm({ password });
    onConfirmed();
    dialog.current?.close();
  }

  function onDialogClose(element: HTMLDialogElement) {
    element.querySelector('form')?.reset();
    onClose?.();
  }

  return (
    <Dialog ref={dialog} title="Confirm your password" lead={lead} onClose={onDialogClose}>
      <Form submit={submit} noValidate aria-label="Confirm your password">
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
              <Button onClick={() => dialog.current?.close()}>Cancel</Button>
              <SubmitButton pending={pending} variant={isDanger ? 'danger' : 'primary'}>
                {action}
              </SubmitButton>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}
