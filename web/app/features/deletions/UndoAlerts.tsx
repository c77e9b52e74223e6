import { removeDeletion, restartUndoTime, sendNow, usePendingDeletionsOf } from '../../api/pending-deletions';
import { AlertBanner } from '../../feedback/AlertBanner';
import { addAlert } from '../../feedback/alerts';
import { focusMain } from '../../ui/browser/focus';
import { useSession } from '../accounts/session/session';
import { isOpen } from '../drafts/form-draft';
import { openEditor } from '../drafts/open-editors';
import { isText } from '../drafts/stored-drafts';
import { deletionAlerts } from './deletion-alerts';
import { useDeletions } from './useDeletions';

/** Sends the member's pending deletions, and shows an alert with Undo for each. It stays while the pointer or the focus is on it. */
export function UndoAlerts() {
  useDeletions();
  const { account } = useSession();
  const deletions = usePendingDeletionsOf(account?._id ?? '').filter(({ isSent }) => !isSent);
  return deletions.map(({ kind, id, userId }) => (
    <AlertBanner
      key={id}
      alertType="success"
      msg={deletionAlerts[kind].success}
      onDismiss={() => sendNow(id)}
      onUndo={() => {
        removeDeletion(id);
        if (kind === 'draft') showDraft(id, id.slice(userId.length + 1, id.indexOf('#')));
        focusMain();
      }}
      onPointerEnter={() => restartUndoTime(id, true)}
      onPointerLeave={() => restartUndoTime(id, false)}
      onFocus={() => restartUndoTime(id, true)}
      onBlur={() => restartUndoTime(id, false)}
    />
  ));
}

/** Opens the editor of an edit that was discarded. Says where a text is whose form is not on the screen. */
function showDraft(id: string, context: string): void {
  const [kind, target] = context.split(':');
  if (kind === 'edit' && target) openEditor(target);
  setTimeout(() => {
    if (kind !== 'edit' && isText(context) && !isOpen(id) && location.pathname !== '/dev/dashboard')
      addAlert('The draft is in “My drafts” on the dashboard.', 'success');
  });
}
