/** Registers the service worker that makes this screen work offline (web/offline/). Not in development, where files change. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Without service workers or storage, the screen works online.
  navigator.serviceWorker.register('/dev/formatter-offline.js', { scope: '/dev/formatter' }).catch(() => {});
}
