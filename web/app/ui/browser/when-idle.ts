/** Waits until the browser has nothing to do, such as rendering, for at most a second. Safari cannot tell. */
export const whenIdle = () =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve, { timeout: 1000 }) : setTimeout(resolve, 200),
  );
