import { createListeners } from './browser/listeners';

/** Milliseconds between the updates of relative times, whose smallest unit is a minute. */
const interval = 10_000;

const { subscribe, notify } = createListeners();
let users = 0;
let timer = 0;

/** Runs the timer if the page is visible and shows times, and updates them at once. */
function restart(): void {
  clearInterval(timer);
  if (users === 0 || document.visibilityState === 'hidden') return;
  notify();
  timer = window.setInterval(notify, interval);
}

globalThis.document?.addEventListener('visibilitychange', restart);

/** Calls the listener as time passes, while the page is visible. All listeners share one timer. */
export function subscribeToClock(listener: () => void): () => void {
  const unsubscribe = subscribe(listener);
  users += 1;
  if (users === 1) restart();
  return () => {
    unsubscribe();
    users -= 1;
    if (users === 0) restart();
  };
}
