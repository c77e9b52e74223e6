/** Policy of the service worker: it may fetch pages of the site, but nothing from other origins. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/**
 * Returns the service worker of the screens (scope `/dev/`). It caches the offline page only, and answers with it when a page
 * cannot be loaded or has not begun to arrive after ten seconds. Files, such as PDFs, may wait in a queue for longer.
 * A new `version` takes over immediately, because no open page depends on the cache. The formatter has a separate service worker (web/offline).
 */
export const serviceWorker = (version: string): string => `const page = '/dev/offline';
const prefix = 'offline-';
const name = prefix + '${version}';
const maxWait = 10000;
const file = /\\.(pdf|png|xml|atom|json)$/;

self.addEventListener('install', (event) => {
  const precache = async () => {
    const cache = await caches.open(name);
    await cache.add(new Request(page, { cache: 'reload' }));
    await self.skipWaiting();
  };
  event.waitUntil(precache());
});

self.addEventListener('activate', (event) => {
  const activate = async () => {
    const old = (await caches.keys()).filter((other) => other.startsWith(prefix) && other !== name);
    await Promise.all(old.map((other) => caches.delete(other)));
    await self.registration.navigationPreload?.enable(); // so that the worker's start does not delay a page
  };
  event.waitUntil(activate());
});

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return;
  const load = async () => (await event.preloadResponse) ?? fetch(event.request);
  const response = load();
  const isFile = file.test(new URL(event.request.url).pathname);
  const late = new Promise((_resolve, reject) => isFile || setTimeout(reject, maxWait));
  event.respondWith(Promise.race([response, late]).catch(async () => (await caches.match(page, { cacheName: name })) ?? response));
});
`;
