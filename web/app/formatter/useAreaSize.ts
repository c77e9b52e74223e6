import { useSyncExternalStore } from 'react';

/** Columns and rows of the text areas. */
const sizes = { desktop: { cols: 60, rows: 25 }, mobile: { cols: 44, rows: 18 } };

const mobile = '(max-width: 639px)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(mobile);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const useAreaSize = () =>
  useSyncExternalStore(
    subscribe,
    () => (matchMedia(mobile).matches ? sizes.mobile : sizes.desktop),
    () => sizes.desktop,
  );
