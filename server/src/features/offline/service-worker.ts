/** Policy of the service worker: it may fetch pages of the site, but nothing from other origins. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/**
 * Returns the service worker of the screens (scope `/dev/`). It caches the offline page only, and answers with it when a page cannot be loaded. A new `version`
 * takes over immediately, because no open page depends on the cache. The formatter has a separate service worker (web/offline).
 */
export const serviceWorker = (version: string): string => `const page = '/dev/offline';
const prefix = 'offline-';
const name = prefix + '${version}';

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
  const load = async () => {
    try {
      return (await event.preloadResponse) ?? (await fetch(event.request));
    } catch (error) {
      const cached = await caches.match(page, { cacheName: name });
      if (!cached) throw error;
      return cached;
    }
  };
  event.respondWith(load());
});
`;
