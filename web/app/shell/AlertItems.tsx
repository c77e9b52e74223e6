import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '../features/accounts/session/session';
import { AlertBanner } from '../feedback/AlertBanner';
import { removeAlert, useAlerts } from '../feedback/alerts';
import { reserveSpace } from './alert-space';

const UndoAlerts = lazy(async () => ({ default: (await import('../features/deletions/UndoAlerts')).UndoAlerts }));

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
      {isMember && (
        <Suspense>
          <UndoAlerts />
        </Suspense>
      )}
    </>
  );
}
