import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** Items in a chunk. Fewer would cost more in all, for the browser watches each chunk at every frame; more would cost too much at once, when one comes near. */
const size = 10;

/** Heights of the chunks that were left, by the id of their first item: going back finds the page as long as it was, and so its place. */
const heights = new Map<string, number>();

export const chunksOf = <Item,>(items: Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

interface ListChunkProps<Item> {
  items: Item[];
  /** Height of an item that has never been laid out, with the gap after it, in rem. */
  estimate: number;
  children: (item: Item) => ReactNode;
}

/** Some items of a long list, which the browser neither lays out nor paints while they are far from the window (docs/decisions/long-lists.md). */
export function ListChunk<Item extends { _id: string }>({ items, estimate, children }: ListChunkProps<Item>) {
  const element = useRef<HTMLDivElement>(null);
  const first = items[0]?._id ?? '';
  // As of the first render: a new item moves others from one chunk to the next, and the heights of all together stay what they were.
  const [height] = useState(() => (heights.has(first) ? `${heights.get(first)}px` : `${items.length * estimate}rem`));

  useLayoutEffect(() => {
    const { current } = element;
    return () => void (current && heights.set(first, current.getBoundingClientRect().height));
  }, [first]);

  return (
    <div ref={element} className="list-chunk flex flex-col gap-4" style={{ containIntrinsicBlockSize: `auto ${height}` }}>
      {items.map((item) => (
        // biome-ignore lint/a11y/useSemanticElements: an element for lists may hold no chunks
        <div key={item._id} role="listitem">
          {children(item)}
        </div>
      ))}
    </div>
  );
}
