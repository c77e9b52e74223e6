import { useSession } from '../accounts/session/session';
import { AlertBanner } from '../shell/alerts/AlertBanner';
import { focusMain } from '../ui/browser/focus';
import { deletionAlerts } from './deletion-alerts';
import { removeDeletion, restartUndoTime, sendNow, usePendingDeletions } from './pending';
import { useDeletions } from './useDeletions';

/** Maximum number of visible alerts. Older deletions are sent in time, too. */
const maxAlerts = 4;

/** Sends the member's pending deletions, and shows an alert with Undo for each. It stays while the pointer or the focus is on it. */
export function UndoAlerts() {
  useDeletions();
  const { account } = useSession();
  const deletions = usePendingDeletions().filter(({ userId, isSent }) => userId === account?._id && !isSent);
  return deletions.slice(-maxAlerts).map(({ kind, id }) => (
    <AlertBanner
      key={id}
      alertType="success"
      msg={deletionAlerts[kind].success}
      onDismiss={() => sendNow(id)}
      onUndo={() => {
        removeDeletion(id);
        focusMain();
      }}
      onPointerEnter={() => restartUndoTime(id, true)}
      onPointerLeave={() => restartUndoTime(id, false)}
      onFocus={() => restartUndoTime(id, true)}
      onBlur={() => restartUndoTime(id, false)}
    />
  ));
}
