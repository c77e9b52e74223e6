let isMissing = false;

/**
 * Reports code that could not be loaded. Reloads the page when Back shows it again, unless the browser is offline: Safari and Firefox cancel the loads of a page
 * that the viewer leaves, and do not restart them.
 */
export function reportMissingCode(error?: unknown): void {
  if (error !== undefined) console.error(error);
  if (isMissing) return;
  isMissing = true;
  addEventListener('pageshow', ({ persisted }) => persisted && navigator.onLine && location.reload());
}
