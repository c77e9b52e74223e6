import { lazy, Suspense } from 'react';
import { useSession } from '../features/accounts/session/session';
import { AlertBanner } from '../feedback/AlertBanner';
import { removeAlert, useAlerts } from '../feedback/alerts';

const UndoAlerts = lazy(async () => ({ default: (await import('../features/deletions/UndoAlerts')).UndoAlerts }));

/** Alerts in a live region, which screen readers announce: at the bottom left, on a phone above its bar. */
export function Alerts() {
  const alerts = useAlerts();
  const isMember = useSession().status === 'member';
  return (
    <div role="log" aria-label="Alerts" className="alerts">
      {alerts.map(({ id, ...alert }) => (
        <AlertBanner key={id} {...alert} onDismiss={() => removeAlert(id)} />
      ))}
      {isMember && (
        <Suspense>
          <UndoAlerts />
        </Suspense>
      )}
    </div>
  );
}
