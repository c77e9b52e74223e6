import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../lazy-part';

const Form = lazyPart('NewPost');

/** The field for a new post, whose code loads together with the posts instead of before them. */
export const NewPost = (props: ComponentProps<typeof Form>) => (
  <Suspense fallback={<div className="h-15" />}>
    <Form {...props} />
  </Suspense>
);
