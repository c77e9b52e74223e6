/** History entries whose fragment has been shown, so that navigating back restores the scroll position instead. */
const shown = new Set<string>();

/** The length of the text's id, which ends the id of a heading, with its hyphen. */
const textIdLength = 37;

/** Scrolls to the heading or footnote of a text that the address names, which the browser does only if it was in the document when it loaded. */
export function showFragment(text: HTMLElement): void {
  const name = decode(location.hash.slice(1));
  const entry = `${(history.state as { key?: string } | null)?.key}#${name}`;
  const target = [...text.querySelectorAll('[id]')].find(({ id }) => id === name || id.slice(0, -textIdLength) === name);
  if (!target || shown.has(entry)) return;
  shown.add(entry);
  for (let details = target.closest('details'); details; details = details.parentElement?.closest('details') ?? null) details.open = true;
  requestAnimationFrame(() => target.scrollIntoView()); // after the router has set the scroll position
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
