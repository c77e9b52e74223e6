import { type ComponentProps, lazy, Suspense } from 'react';

const load = async () => ({ default: (await import('./WriteForm')).WriteForm });
const Form = lazy(load);
if (typeof document !== 'undefined') void load().catch(() => undefined); // while the posts load

/** The form, whose code loads together with the posts instead of before them. */
export const WriteForm = (props: ComponentProps<typeof Form>) => (
  <Suspense fallback={<div className="h-15" />}>
    <Form {...props} />
  </Suspense>
);
