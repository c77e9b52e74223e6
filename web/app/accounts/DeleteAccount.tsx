import { useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { statusOf } from '../api/client';
import { ActionFailure } from '../shell/feedback/ActionFailure';
import { useDeleteAccount } from './auth-queries';
import { ConfirmPassword } from './ConfirmPassword';

/** Deletes the account after a confirmation, and after the password if the server requires a recent sign-in. */
export function DeleteAccount() {
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const password = useRef<HTMLDialogElement>(null);
  const question = useId();
  const { mutateAsync: deleteAccount, isPending, error } = useDeleteAccount();

  /** The server responds with 403 if the session must confirm its password first. */
  const passwordNeeded = statusOf(error) === 403;

  async function onConfirm() {
    dialog.current?.close();
    if (isPending) return;
    try {
      await deleteAccount();
    } catch (error) {
      if (statusOf(error) === 403) password.current?.showModal();
      return; // any other error is shown on the screen
    }
    void navigate('/dev', { replace: true });
  }

  return (
    <section aria-label="Delete account" className="flex flex-col items-start gap-3 border-line border-t pt-6">
      <p className="text-muted text-sm">Deleting your account also deletes your profile, posts, comments and likes.</p>
      {error && !isPending && !passwordNeeded && <ActionFailure message="Your account could not be deleted" error={error} />}
      <button
        type="button"
        className="btn "
        aria-disabled={isPending}
        onClick={() => !isPending && dialog.current?.showModal()}
      >
        {isPending && <span className="spinner size-5" aria-hidden />}
        Delete My Account
      </button>
      <dialog
        ref={dialog}
        aria-labelledby={question}
        className="card m-auto w-full max-w-sm p-6 text-ink backdrop:bg-black/50 max-sm:max-w-[calc(100vw-2rem)]"
      >
        <p id={question} className="mb-6 font-semibold">
          Are you sure? This cannot be undone
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="btn" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="button" className="btn btn-danger" onClick={onConfirm}>
            Yes, delete it
          </button>
        </div>
      </dialog>
      <ConfirmPassword
        dialog={password}
        lead="You signed in a while ago. Enter your password to delete your account."
        action="Delete account"
        onConfirmed={onConfirm}
      />
    </section>
  );
}
