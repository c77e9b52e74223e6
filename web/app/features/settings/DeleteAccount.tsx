import { deleteAccount } from '@dev-connector/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { statusOf } from '../../api/client';
import { api } from '../../api/queries';
import { ActionFailure } from '../../feedback/ActionFailure';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Section } from '../../ui/Section';
import { ConfirmPassword } from '../accounts/ConfirmPassword';
import { leaveSession } from './leave-session';

/** Deletes the account after a confirmation, and after the password if the server requires a recent sign-in. */
export function DeleteAccount() {
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const password = useRef<HTMLDialogElement>(null);
  const { mutateAsync: remove, isPending, error } = useDeleteAccount();

  /** The server responds with 403 if the session must confirm its password first. */
  const passwordNeeded = statusOf(error) === 403;

  async function onConfirm() {
    dialog.current?.close();
    if (isPending) return;
    try {
      await remove();
    } catch (error) {
      if (statusOf(error) === 403) password.current?.showModal();
      return; // any other error is shown on the screen
    }
    void navigate('/dev', { replace: true });
  }

  return (
    <div className="border-line border-t pt-6">
      <Section
        id="delete"
        heading="Delete account"
        lead="Deleting your account also deletes your profile, posts, comments and likes."
        action={
          <Button pending={isPending} onClick={() => dialog.current?.showModal()}>
            Delete My Account
          </Button>
        }
      >
        {error && !isPending && !passwordNeeded && <ActionFailure message="Your account could not be deleted" error={error} />}
      </Section>
      <Dialog
        ref={dialog}
        title="Are you sure? This cannot be undone"
        actions={
          <>
            <Button onClick={() => dialog.current?.close()}>Cancel</Button>
            <Button variant="danger" onClick={onConfirm}>
              Yes, delete it
            </Button>
          </>
        }
      />
      <ConfirmPassword
        dialog={password}
        lead="You signed in a while ago. Enter your password to delete your account."
        action="Delete account"
        isDanger
        onConfirmed={onConfirm}
      />
    </div>
  );
}

/** Deletes the account and all its data, then ends the session. */
function useDeleteAccount() {
  const queries = useQueryClient();
  return useMutation({
    meta: { successMessage: 'YOUR account has been permanantly deleted', showsError: true },
    mutationFn: () => api(deleteAccount, {}),
    onSuccess: () => leaveSession(queries),
  });
}
