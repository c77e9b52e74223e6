/** Drops reports of modules whose load was cancelled because the page is being left, as WebKit and Firefox do. Runs in the page. */
export function dropCancelledLoads(): void {
  let isLeaving = false;
  addEventListener('beforeunload', () => {
    isLeaving = true;
  });
  addEventListener('pageshow', () => {
    isLeaving = false;
  });
  const { error } = console;
  console.error = (...values: unknown[]) => {
    // Puppeteer has no text for the errors of Firefox.
    const texts = values.map((value) => (value instanceof Error ? `${value}\n${value.stack}` : value));
    if (!isLeaving || !/(Importing a|imported) module/.test(String(texts[0]))) error(...texts);
  };
}
