import { useEffect } from 'react';
import { useSession } from '../features/accounts/session/session';
import { AlertBanner } from '../feedback/AlertBanner';
import { removeAlert, useAlerts } from '../feedback/alerts';
import { lazyPart } from '../ui/lazy-part';
import { reserveSpace } from './alert-space';

const UndoAlerts = lazyPart(async () => (await import('../features/deletions/UndoAlerts')).UndoAlerts);

/** The alerts, oldest first, then the deletions that can be undone. */
export function AlertItems() {
  const alerts = useAlerts();
  const isMember = useSession().status === 'member';
  useEffect(reserveSpace, []);
  return (
    <>
      {alerts.map(({ id, ...alert }) => (
        <AlertBanner key={id} {...alert} onDismiss={() => removeAlert(id)} />
      ))}
      {isMember && <UndoAlerts />}
    </>
  );
}
