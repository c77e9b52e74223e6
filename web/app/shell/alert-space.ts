/** Height that the page reserves below its content, in pixels. */
const property = '--alerts';

/**
 * Keeps the alerts from covering a form: reserves their height below the content, and scrolls so that the form that has the focus ends above them, as far as the
 * focused field stays in view. Returns a function that stops it.
 */
export function reserveSpace(): () => void {
  const region = document.querySelector<HTMLElement>('.alerts');
  if (!region) return () => {};
  const root = document.documentElement;
  let reserved = 0;

  /** Grows at once. Shrinks only by what is below the window, so that the text that is being read does not move. */
  function reserve(height: number) {
    const below = Math.max(root.scrollHeight - innerHeight - scrollY, 0);
    const next = Math.max(height, reserved - below);
    if (next === reserved) return;
    reserved = next;
    root.style.setProperty(property, `${next}px`);
  }

  const shrink = () => {
    if (reserved > region.offsetHeight) reserve(region.offsetHeight);
  };

  const observer = new ResizeObserver(() => {
    const grows = region.offsetHeight > reserved;
    reserve(region.offsetHeight);
    region.scrollTop = region.scrollHeight; // the newest alert
    if (grows) revealForm(region);
  });
  observer.observe(region);
  addEventListener('scroll', shrink, { passive: true });
  return () => {
    observer.disconnect();
    removeEventListener('scroll', shrink);
  };
}

/** Space between the form and the bars, in pixels. */
const gap = 8;

/** Scrolls the form above the alerts. If it is too long, separates the alerts from it. */
function revealForm(alerts: HTMLElement): void {
  const focused = document.activeElement;
  const form = focused?.closest('form');
  alerts.removeAttribute('data-docked');
  if (!focused || !form) return;
  const bar = document.querySelector('.top-bar')?.getBoundingClientRect().bottom ?? 0;
  const covered = form.getBoundingClientRect().bottom + gap - alerts.getBoundingClientRect().top;
  const room = (focused.parentElement ?? focused).getBoundingClientRect().top - gap - bar; // the parent has the label
  if (covered > 0) scrollBy(0, Math.min(covered, Math.max(room, 0)));
  alerts.toggleAttribute('data-docked', covered > Math.max(room, 0));
}
