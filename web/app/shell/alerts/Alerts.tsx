import { UndoAlerts } from '../../deletions/UndoAlerts';
import { AlertBanner } from './AlertBanner';
import { removeAlert, useAlerts } from './alerts';

/** Alerts in a live region, which screen readers announce: at the bottom left, on a phone above its bar. */
export function Alerts() {
  const alerts = useAlerts();
  return (
    <div role="log" aria-label="Alerts" className="alerts">
      {alerts.map(({ id, ...alert }) => (
        <AlertBanner key={id} {...alert} onDismiss={() => removeAlert(id)} />
      ))}
      <UndoAlerts />
    </div>
  );
}
