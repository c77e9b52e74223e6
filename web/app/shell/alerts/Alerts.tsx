import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Button, IconButton } from '../../ui/Button';
import { type Alert, pauseAlert, removeAlert, resumeAlert, useAlerts } from './alerts';

/** Alerts in a live region, which screen readers announce: at the bottom left, on a phone above its bar. */
export function Alerts() {
  const alerts = useAlerts();
  return (
    <div role="log" aria-label="Alerts" className="alerts">
      {alerts.map((alert) => (
        <AlertBanner key={alert.id} alert={alert} />
      ))}
    </div>
  );
}

export function AlertBanner({ alert: { id, msg, alertType, undo } }: { alert: Alert }) {
  // The spec's alerts last 5 seconds whatever happens; an action that can be undone waits for the reader.
  const pausing = undo && {
    onPointerEnter: () => pauseAlert(id),
    onPointerLeave: () => resumeAlert(id),
    onFocus: () => pauseAlert(id),
    onBlur: () => resumeAlert(id),
  };
  return (
    <div data-alert={alertType} className="alert" {...pausing}>
      {alertType === 'success' ? <CircleCheck className="text-success" /> : <CircleAlert className="text-danger" />}
      <span className="wrap-anywhere min-w-0 grow">{msg}</span>
      {undo && (
        <Button size="sm" variant="ghost" onClick={undo}>
          Undo
        </Button>
      )}
      <IconButton size="sm" label="Dismiss" onClick={() => removeAlert(id)}>
        <X />
      </IconButton>
    </div>
  );
}
