/*
 * Supported browsers lack some features that the screens use (docs/browsers.md). This module implements them with events that bubble or are captured, so that
 * components need not know it.
 */

/** Adds the features that this browser lacks. @returns a function that removes them */
export function supportOlderBrowsers(): () => void {
  const controller = new AbortController();
  const listen = (listener: (event: Event) => void, ...types: string[]) => {
    for (const type of types) document.addEventListener(type, listener, { capture: true, signal: controller.signal });
  };
  // Browsers had `position-area` before they took the button for a popover's anchor, and had both when buttons got commands.
  if (!CSS.supports('position-area', 'none') || !('commandForElement' in HTMLButtonElement.prototype)) {
    listen(({ target }) => placeAtButton(target), 'beforetoggle');
    for (const popover of document.querySelectorAll(':popover-open')) placeAtButton(popover);
  }
  if (!('closedBy' in HTMLDialogElement.prototype)) listen(closeOnClickOutside, 'pointerdown', 'click');
  if (!CSS.supports('field-sizing', 'content')) listen(growField, 'input', 'focusin');
  return () => controller.abort();
}

/** Opens a popover below its button, or above it in the lower half of the screen. */
function placeAtButton(popover: EventTarget | null): void {
  const button = popover instanceof HTMLElement && document.querySelector(`[popovertarget="${popover.id}"]`);
  if (!button) return;
  const { top, right, bottom, left } = button.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const [y, yEnd] = top + bottom < height ? [`${bottom}px`, 'auto'] : ['auto', `${height - top}px`];
  const [x, xEnd] = left + right < width ? [`${left}px`, 'auto'] : ['auto', `${width - right}px`];
  popover.style.setProperty('--at-button', `${y} ${xEnd} ${yEnd} ${x}`);
  popover.style.setProperty('position-area', 'none');
}

let pressedOutside = false;

/** Closes a dialog with `closedby="any"` when the pointer is pressed and released outside of it. */
function closeOnClickOutside(event: Event): void {
  const { target, type, clientX, clientY } = event as MouseEvent;
  let isOutside = false;
  if (target instanceof HTMLDialogElement && target.getAttribute('closedby') === 'any') {
    const { top, right, bottom, left } = target.getBoundingClientRect();
    isOutside = clientX < left || clientX > right || clientY < top || clientY > bottom;
    if (type === 'click' && pressedOutside && isOutside) target.close();
  }
  if (type === 'pointerdown') pressedOutside = isOutside;
}

/** Fits the height of a field with the class `grows` to its text. The class may be added by the same event. */
function growField({ target }: Event): void {
  requestAnimationFrame(() => {
    if (!(target instanceof HTMLTextAreaElement) || !target.classList.contains('grows')) return;
    target.style.removeProperty('--text-height');
    target.style.setProperty('--text-height', `${target.scrollHeight + target.offsetHeight - target.clientHeight}px`);
  });
}
