/** Registers a service worker. Not in development, where files change. Without service workers or storage, the site works online. */
export function registerServiceWorker(script: string, scope: string): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register(script, { scope }).catch(() => {});
}
