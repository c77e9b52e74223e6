/*
 * Makes the formatter work offline. Its scope excludes other screens and the API. The build (write-service-worker.ts) prepends `version` and
 * `files`; a worker of a new build takes over after the last page of the old one is closed.
 */
/* global version, files */
const prefix = 'formatter-';
const screen = '/dev/formatter';
/** Milliseconds after which the cached page replaces one that has not begun to arrive, as on a train. */
const maxWait = 4000;

self.addEventListener('install', (event) => {
  const precache = async () => {
    const cache = await caches.open(prefix + version);
    await cache.addAll([new Request(screen, { cache: 'reload' }), ...files]);
  };
  event.waitUntil(precache());
});

self.addEventListener('activate', (event) => {
  const deleteOldCaches = async () => {
    const oldNames = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== prefix + version);
    await Promise.all(oldNames.map((name) => caches.delete(name)));
  };
  event.waitUntil(deleteOldCaches());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  // Network first: the cached page is shown only if the site does not answer in time.
  if (request.mode === 'navigate' && pathname.replace(/\/$/, '') === screen) event.respondWith(load(request));
  // Cache first: a file's name changes with its content.
  else if (files.includes(pathname)) event.respondWith(cached(pathname).then((response) => response ?? fetch(request)));
});

async function load(request) {
  const response = fetch(request);
  const late = new Promise((_resolve, reject) => setTimeout(reject, maxWait));
  return Promise.race([response, late]).catch(async () => (await cached(screen)) ?? response);
}

async function cached(path) {
  const cache = await caches.open(prefix + version);
  return cache.match(path);
}
