import type { MouseEvent } from 'react';

/** A click that follows a link here, not into a new tab or window. */
export const staysHere = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
