import { startTransition, useEffect, useState } from 'react';

/**
 * Returns the number of pages of a list to render completely: −1 for none, and 0 for the first items of the first page. Each step renders in short tasks, so that
 * input does not wait. Pages that are cached when the list opens render in one step, so that the scroll position can be restored.
 */
export function useRenderedPages(loaded: number | undefined): number {
  const [rendered, setRendered] = useState(loaded ?? -1);
  useEffect(() => {
    if (loaded !== undefined) startTransition(() => setRendered(rendered < 0 ? 0 : loaded));
  }, [loaded, rendered]);
  return rendered;
}
