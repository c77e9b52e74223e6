import type { Post } from '@dev-connector/contract';
import { Suspense } from 'react';
import { lazyPart } from '../posts/lazy-part';

const Button = lazyPart('BookmarkButton');

/** The button, whose code loads together with the posts instead of before them. */
export const BookmarkButton = ({ post }: { post: Post }) => (
  <Suspense fallback={<span aria-hidden className="btn btn-ghost btn-sm btn-icon" />}>
    <Button post={post} />
  </Suspense>
);
