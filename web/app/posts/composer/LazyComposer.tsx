import { type ComponentProps, lazy, Suspense } from 'react';

const load = async () => ({ default: (await import('./Composer')).Composer });
const Form = lazy(load);
if (typeof document !== 'undefined') void load().catch(() => undefined); // while the posts load

/** The composer, whose code loads together with the posts instead of before them. */
export const Composer = (props: ComponentProps<typeof Form>) => (
  <Suspense fallback={<div className="h-15" />}>
    <Form {...props} />
  </Suspense>
);
