/*
 * Keeps the formatter's screen at hand for when there is no network, and nothing else: neither the other screens nor the API pass through here. `version` and
 * `files` are put before this text by the build (keep.ts); a build with other files makes another worker, which takes over once the last page
 * of the former one is closed.
 */
/* global version, files */
const prefix = 'formatter-';
const screen = '/dev/formatter';

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(prefix + version);
    await cache.addAll([new Request(screen, { cache: 'reload' }), ...files]);
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  const dropFormer = async () => {
    const former = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== prefix + version);
    await Promise.all(former.map((name) => caches.delete(name)));
  };
  event.waitUntil(dropFormer());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  // The page comes from the network whenever there is one: it is never older than the site.
  if (request.mode === 'navigate' && pathname.replace(/\/$/, '') === screen) event.respondWith(fetch(request).catch(() => kept(screen)));
  // A file's name changes with its content.
  else if (files.includes(pathname)) event.respondWith(kept(pathname).then((response) => response ?? fetch(request)));
});

async function kept(path) {
  const cache = await caches.open(prefix + version);
  return cache.match(path);
}
