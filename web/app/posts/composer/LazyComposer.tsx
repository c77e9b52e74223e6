import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../lazy-part';

const Form = lazyPart('Composer');

/** The composer, whose code loads together with the posts instead of before them. */
export const Composer = (props: ComponentProps<typeof Form>) => (
  <Suspense fallback={<div className="h-15 pointer-coarse:h-16.5" />}>
    <Form {...props} />
  </Suspense>
);
