let isMissing = false;

/**
 * Reports code that could not be loaded. Reloads the page if it later returns from the back/forward cache: Safari and Firefox cancel the loads of a page that the
 * viewer leaves, and do not repeat them. Offline, the page stays as it is.
 */
export function reportMissingCode(error?: unknown): void {
  if (error !== undefined) console.error(error);
  if (isMissing) return;
  isMissing = true;
  addEventListener('pageshow', ({ persisted }) => persisted && navigator.onLine && location.reload());
}
