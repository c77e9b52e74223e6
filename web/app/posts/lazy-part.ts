import { type ComponentType, lazy } from 'react';

type Parts = typeof import('./parts');

/** A component whose code loads when the browser is idle, usually after the posts have rendered. */
export const lazyPart = <Name extends keyof Parts>(name: Name) =>
  lazy(async () => {
    await idle();
    return { default: (await import('./parts'))[name] as ComponentType<never> & Parts[Name] };
  });

/** Waits until the browser has nothing to do, such as rendering posts, for at most a second. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 200); // Safari
  });
