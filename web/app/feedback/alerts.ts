import { useSyncExternalStore } from 'react';
import { createListeners } from '../ui/browser/listeners';

export type AlertType = 'success' | 'danger';

export interface Alert {
  id: number;
  msg: string;
  alertType: AlertType;
}

/** Milliseconds until an alert disappears. */
const displayTime = 5000;

let alerts: Alert[] = [];
let lastId = 0;
const listeners = createListeners();

function change(next: Alert[]): void {
  alerts = next;
  listeners.notify();
}

/** Shows an alert, which disappears after `timeout` milliseconds. */
export function addAlert(msg: string, alertType: AlertType, timeout = displayTime): void {
  const id = ++lastId;
  change([...alerts, { id, msg, alertType }]);
  setTimeout(() => removeAlert(id), timeout);
}

export function removeAlert(id: number): void {
  if (alerts.some((alert) => alert.id === id)) change(alerts.filter((alert) => alert.id !== id));
}

/** Removes all error alerts. */
export function removeErrorAlerts(): void {
  if (alerts.some(({ alertType }) => alertType === 'danger')) change(alerts.filter(({ alertType }) => alertType !== 'danger'));
}

const none: Alert[] = [];

export const useAlerts = (): Alert[] =>
  useSyncExternalStore(
    listeners.subscribe,
    () => alerts,
    () => none,
  );
