import { useSyncExternalStore } from 'react';

export type AlertType = 'success' | 'danger';

export interface Alert {
  id: number;
  msg: string;
  alertType: AlertType;
  /** Takes the action back; the alert then has an Undo button. */
  undo?: (() => void) | undefined;
}

interface UndoOptions {
  onUndo: () => void;
  /** Called when the alert disappears without Undo. */
  onExpire: () => void;
}

/** Milliseconds until an alert disappears. */
const displayTime = 5000;

/** Milliseconds to undo an action. The pointer or the focus on the alert pauses them. */
export const undoTime = 8000;

/** Maximum number of visible alerts; older ones are removed first. */
const maxAlerts = 4;

let alerts: Alert[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const expirations = new Map<number, () => void>();
const timers = new Map<number, { timer: ReturnType<typeof setTimeout> | undefined; endsAt: number; left: number }>();

function change(next: Alert[]): void {
  const removed = alerts.filter((alert) => !next.includes(alert));
  alerts = next;
  for (const { id } of removed) {
    clearTimeout(timers.get(id)?.timer);
    timers.delete(id);
    const expire = expirations.get(id);
    expirations.delete(id);
    expire?.();
  }
  for (const listener of listeners) listener();
}

function show(alert: Omit<Alert, 'id'>, timeout: number): number {
  const id = ++lastId;
  change([...alerts, { ...alert, id }].slice(-maxAlerts));
  timers.set(id, { timer: undefined, endsAt: 0, left: timeout });
  resumeAlert(id);
  return id;
}

/** Shows an alert, which disappears after `timeout` milliseconds. */
export function addAlert(msg: string, alertType: AlertType, timeout = displayTime): void {
  show({ msg, alertType }, timeout);
}

/** Shows a success alert with an Undo button. Exactly one of the callbacks is called. Returns the alert's id. */
export function addUndoAlert(msg: string, { onUndo, onExpire }: UndoOptions): number {
  const undo = () => {
    if (!expirations.delete(id)) return;
    removeAlert(id);
    onUndo();
  };
  const id = show({ msg, alertType: 'success', undo }, undoTime);
  expirations.set(id, onExpire);
  return id;
}

export function removeAlert(id: number): void {
  if (alerts.some((alert) => alert.id === id)) change(alerts.filter((alert) => alert.id !== id));
}

/** Stops the clock of an alert. */
export function pauseAlert(id: number): void {
  const clock = timers.get(id);
  if (!clock?.timer) return;
  clearTimeout(clock.timer);
  timers.set(id, { timer: undefined, endsAt: 0, left: clock.endsAt - Date.now() });
}

export function resumeAlert(id: number): void {
  const clock = timers.get(id);
  if (!clock || clock.timer) return;
  timers.set(id, { timer: setTimeout(() => removeAlert(id), clock.left), endsAt: Date.now() + clock.left, left: clock.left });
}

/** Removes all error alerts. */
export function removeErrorAlerts(): void {
  if (alerts.some(({ alertType }) => alertType === 'danger')) change(alerts.filter(({ alertType }) => alertType !== 'danger'));
}

const none: Alert[] = [];
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useAlerts = (): Alert[] =>
  useSyncExternalStore(
    subscribe,
    () => alerts,
    () => none,
  );
