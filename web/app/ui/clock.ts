import { createListeners } from './browser/listeners';

/** Milliseconds between the updates of relative times, whose smallest unit is a minute. */
const interval = 10_000;

const { subscribe, notify } = createListeners();
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Runs the timer while the page is visible, and updates at once as it becomes visible. */
function followVisibility(): void {
  clearInterval(timer);
  if (document.visibilityState !== 'visible') return;
  notify();
  timer = setInterval(notify, interval);
}

/** Calls the listener as time passes, while the page is visible. All listeners share one timer. */
export function subscribeToClock(listener: () => void): () => void {
  const unsubscribe = subscribe(listener);
  users += 1;
  if (users === 1) {
    document.addEventListener('visibilitychange', followVisibility);
    followVisibility();
  }
  return () => {
    unsubscribe();
    users -= 1;
    if (users > 0) return;
    document.removeEventListener('visibilitychange', followVisibility);
    clearInterval(timer);
  };
}
