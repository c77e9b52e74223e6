/** Waits until the browser has nothing to do, such as rendering, for at most a second. Safari cannot tell. */
export function whenIdle(): Promise<unknown> {
  const { requestIdleCallback } = window as { requestIdleCallback?: (callback: () => void, options: { timeout: number }) => unknown };
  return new Promise<void>((resolve) => (requestIdleCallback ? requestIdleCallback(resolve, { timeout: 1000 }) : setTimeout(resolve, 200)));
}
