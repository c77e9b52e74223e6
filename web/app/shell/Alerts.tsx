import { useEffect } from 'react';
import { useSession } from '../features/accounts/session/session';
import { AlertBanner } from '../feedback/AlertBanner';
import { removeAlert, useAlerts } from '../feedback/alerts';
import { lazyPart, MissingPart } from '../ui/lazy-part';
import { reserveSpace } from './alert-space';

/** Also sends the deletions, so that the member has to know if it is missing. */
const UndoAlerts = lazyPart(async () => (await import('../features/deletions/UndoAlerts')).UndoAlerts, {
  missing: (
    <div className="card px-4 py-1 shadow-float">
      <MissingPart />
    </div>
  ),
});

/**
 * Live region of the alerts, which screen readers announce: at the bottom centre, on a phone above its bar. The alerts, oldest first, then the deletions that can
 * be undone.
 */
export function Alerts() {
  const alerts = useAlerts();
  const isMember = useSession().status === 'member';
  useEffect(reserveSpace, []);
  return (
    <div role="log" aria-label="Alerts" className="alerts">
      {alerts.map(({ id, ...alert }) => (
        <AlertBanner key={id} {...alert} onDismiss={() => removeAlert(id)} />
      ))}
      {isMember && <UndoAlerts />}
    </div>
  );
}
