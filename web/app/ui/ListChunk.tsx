import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** Items per chunk. The browser checks every chunk in each frame, so smaller chunks cost more in total; larger ones take longer to render when they come near. */
const size = 10;

/** Heights of unmounted chunks by the id of their first item, so that navigating back restores the scroll position. */
const heights = new Map<string, number>();

export const chunksOf = <Item,>(items: Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

interface ListChunkProps<Item> {
  items: Item[];
  /** Estimated height of an item, in rem. */
  estimate: number;
  children: (item: Item) => ReactNode;
}

/** Chunk of a long list. The browser skips its layout and painting while it is far from the viewport (docs/decisions/long-lists.md). */
export function ListChunk<Item extends { _id: string }>({ items, estimate, children }: ListChunkProps<Item>) {
  const element = useRef<HTMLDivElement>(null);
  const first = items[0]?._id ?? '';
  // Fixed at the first render: a new item shifts others to the next chunk, but the total height stays about the same.
  const [height] = useState(() => (heights.has(first) ? `${heights.get(first)}px` : `${items.length * estimate}rem`));

  useLayoutEffect(() => {
    const { current } = element;
    // Without the hairline above, which an intrinsic size does not include.
    return () => void (current && heights.set(first, current.getBoundingClientRect().height - current.clientTop));
  }, [first]);

  return (
    <div ref={element} className="list-chunk list" style={{ containIntrinsicBlockSize: `auto ${height}` }}>
      {items.map((item) => (
        // biome-ignore lint/a11y/useSemanticElements: a list element may not contain chunks
        <div key={item._id} role="listitem">
          {children(item)}
        </div>
      ))}
    </div>
  );
}
