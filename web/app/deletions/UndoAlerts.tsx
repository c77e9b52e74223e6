import { useSession } from '../accounts/session/session';
import { focusMain } from '../ui/focus';
import { CloseIcon } from '../ui/icons';
import { deletionKinds } from './kinds';
import { removeDeletion, restartUndoTime, sendNow, usePendingDeletions } from './pending';

/** Maximum number of visible alerts; older deletions cannot be undone sooner, but are sent in time. */
const maxAlerts = 4;

/** An alert with Undo for each pending deletion of the member. It stays while the pointer or the focus is on it. */
export function UndoAlerts() {
  const { account } = useSession();
  const deletions = usePendingDeletions().filter(({ userId, isSent }) => userId === account?._id && !isSent);
  return deletions.slice(-maxAlerts).map(({ kind, id }) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only extend the time to undo
    <div
      key={id}
      data-alert="success"
      className="alert alert-soft pointer-events-auto flex border bg-base-100 shadow-lg alert-success border-success/50"
      onPointerEnter={() => restartUndoTime(id, true)}
      onPointerLeave={() => restartUndoTime(id, false)}
      onFocus={() => restartUndoTime(id, true)}
      onBlur={() => restartUndoTime(id, false)}
    >
      <span className="min-w-0 grow break-words">{deletionKinds[kind].message}</span>
      <button
        type="button"
        className="btn btn-sm"
        onClick={() => {
          removeDeletion(id);
          focusMain();
        }}
      >
        Undo
      </button>
      <button type="button" className="btn btn-ghost btn-square btn-sm" aria-label="Dismiss" onClick={() => sendNow(id)}>
        <CloseIcon />
      </button>
    </div>
  ));
}
