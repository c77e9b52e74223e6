import { type ComponentType, lazy } from 'react';

const load = () => import('./parts');
if (typeof document !== 'undefined') void load().catch(() => undefined); // while the posts load

type Parts = Awaited<ReturnType<typeof load>>;

/** A component whose code loads together with the posts instead of before them. */
export const lazyPart = <Name extends keyof Parts>(name: Name) =>
  lazy(async () => ({ default: (await load())[name] as ComponentType<never> & Parts[Name] }));
