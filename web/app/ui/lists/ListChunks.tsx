import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** Items per chunk. The browser checks every chunk in each frame, so smaller chunks cost more in total; larger ones take longer to render when they come near. */
const size = 10;

/** Heights of unmounted chunks by the id of their first item, so that navigating back restores the scroll position. */
const heights = new Map<string, string>();

let nextNumber = 0;

/**
 * Groups items into chunks by number. An item stays in its chunk, which `numbers` stores by the item's id: if it changed its chunk, React would mount it again, and
 * it would lose the focus and its state.
 */
function chunksOf<Item extends { _id: string }>(items: Item[], numbers: Map<string, number>): Map<number, Item[]> {
  const chunks = new Map<number, Item[]>();
  let chunk: Item[] | undefined;
  let chunkNumber = -1;
  for (const item of items) {
    let number = numbers.get(item._id) ?? (chunk && chunk.length < size ? chunkNumber : nextNumber++);
    if (!chunk || number !== chunkNumber) {
      if (chunks.has(number)) number = nextNumber++; // the items were reordered
      chunkNumber = number;
      chunk = [];
      chunks.set(number, chunk);
    }
    chunk.push(item);
    numbers.set(item._id, number);
  }
  return chunks;
}

interface ListChunksProps<Item> {
  items: Item[];
  /** Estimated height of an item, in rem. */
  estimate: number;
  children: (item: Item) => ReactNode;
}

/** Chunks of a long list. The browser skips the layout and painting of those that are far from the viewport (docs/decisions/0007-lists-and-caches.md). */
export function ListChunks<Item extends { _id: string }>({ items, ...props }: ListChunksProps<Item>) {
  const [numbers] = useState(() => new Map<string, number>());
  return [...chunksOf(items, numbers)].map(([number, chunk]) => <ListChunk key={number} items={chunk} {...props} />);
}

function ListChunk<Item extends { _id: string }>({ items, estimate, children }: ListChunksProps<Item>) {
  const element = useRef<HTMLDivElement>(null);
  const first = items[0]?._id ?? '';
  // Fixed at the first render: `auto` replaces it with the real height when the browser has rendered the chunk.
  const [height] = useState(() => heights.get(first) ?? `${items.length * estimate}rem`);

  useLayoutEffect(() => {
    const { current } = element;
    // Without the hairline above, which an intrinsic size does not include.
    return () => void (current && heights.set(first, `${current.getBoundingClientRect().height - current.clientTop}px`));
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
