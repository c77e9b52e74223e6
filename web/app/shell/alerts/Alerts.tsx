import { UndoAlerts } from '../../deletions/UndoAlerts';
import { CloseIcon } from '../../ui/icons';
import { removeAlert, useAlerts } from './alerts';

const alertClasses = { success: 'alert-success border-success/50', danger: 'alert-error border-error/50' };

/** Alert banners in a live region, which screen readers announce. */
export function Alerts() {
  const alerts = useAlerts();
  return (
    <div
      role="log"
      aria-label="Alerts"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-40 mx-auto flex w-full max-w-md flex-col gap-2 px-4 sm:right-0 sm:left-auto"
    >
      {alerts.map(({ id, msg, alertType }) => (
        <div
          key={id}
          data-alert={alertType}
          className={`alert alert-soft pointer-events-auto flex border bg-base-100 shadow-lg ${alertClasses[alertType]}`}
        >
          <span className="min-w-0 grow break-words">{msg}</span>
          <button type="button" className="btn btn-ghost btn-square btn-sm" aria-label="Dismiss" onClick={() => removeAlert(id)}>
            <CloseIcon />
          </button>
        </div>
      ))}
      <UndoAlerts />
    </div>
  );
}
