/**
 * Preloads modules after the first paint, which they would delay on a slow connection. Its source is in the page, so it uses nothing else of the module. The module
 * script at the end of the page loads them in any case.
 */
export function preloadAfterPaint(paths: string[]): void {
  const nonce = document.currentScript?.nonce ?? '';
  new PerformanceObserver((_entries, observer) => {
    observer.disconnect();
    for (const href of paths)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', fetchPriority: 'low', nonce, href }));
  }).observe({ type: 'paint', buffered: true });
}
