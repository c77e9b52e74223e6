/** Keeps this screen at hand for when there is no network (web/offline/). Only what is built is kept: in development it changes all the time. */
export function offline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Where workers are forbidden or storage is closed the screen works all the same, with a network.
  navigator.serviceWorker.register('/dev/formatter-offline.js', { scope: '/dev/formatter' }).catch(() => {});
}
