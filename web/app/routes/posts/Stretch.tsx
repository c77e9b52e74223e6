import type { Post } from '@dev-connector/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import { PostCard } from '../../posts/PostCard';

/** Posts in a stretch. Fewer would cost more in all, for the browser watches each stretch at every frame; more would cost too much at once, when one comes near. */
const length = 10;

/** Height of a post that nobody has seen yet, with the gap after it, in rem. */
const guessed = 17;

/** Heights of the stretches that were left, by the id of their first post: whoever comes back finds the page as long as it was, and so their place. */
const left = new Map<string, number>();

/** A page of the feed, in the stretches in which it is shown. */
export const stretchesOf = (posts: Post[]): Post[][] =>
  Array.from({ length: Math.ceil(posts.length / length) }, (_, index) => posts.slice(index * length, (index + 1) * length));

/** Some posts of the feed, which the browser neither lays out nor paints while they are far from the window (docs/decisions/2026-11-22-long-feed.md). */
export function Stretch({ posts, reader }: { posts: Post[]; reader: string | undefined }) {
  const element = useRef<HTMLDivElement>(null);
  const first = posts[0]?._id ?? '';
  // Of when it came: a post more above moves posts from one stretch to the next, and the heights of all together stay what they were.
  const [height] = useState(() => heightOf(first, posts.length));

  useLayoutEffect(() => {
    const { current } = element;
    return () => void (current && left.set(first, current.getBoundingClientRect().height));
  }, [first]);

  return (
    <div ref={element} className="stretch flex flex-col gap-4" style={{ containIntrinsicBlockSize: `auto ${height}` }}>
      {posts.map((post) => (
        // biome-ignore lint/a11y/useSemanticElements: an element for lists may hold no stretches
        <div key={post._id} role="listitem">
          <PostCard post={post} mine={post.user === reader} />
        </div>
      ))}
    </div>
  );
}

const heightOf = (first: string, posts: number): string => (left.has(first) ? `${left.get(first)}px` : `${posts * guessed}rem`);
