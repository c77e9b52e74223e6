import { limits } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import { perContext } from '../context.ts';
import { sha256 } from '../sha256.ts';
import { closingBrace, type Ending, type Json, type JsonItem, joinJson, type OpenJson, type Tagged } from './json.ts';
import { byteBudget, cursorAfter, type Page, type Position } from './keyset.ts';

/** A page as serialized JSON. */
export interface JsonPage<Item> extends Tagged<Item[]> {
  next?: string | undefined;
}

/** An item of a page and its JSON. */
export interface PageItem extends Position {
  json: OpenJson<unknown>;
  /** Hash of the JSON. */
  tag: string;
}

type JoinedCache = LRUCache<string, Json<unknown[]>, JsonItem[]>;

/** Caches joined pages by the hash of their content, so that an entry never becomes outdated: 300 pages of 20 posts. */
export const pageCache = perContext<JoinedCache>(
  () =>
    new LRUCache({
      maxSize: 12_000_000, // bytes
      sizeCalculation: ({ length }) => length,
      memoMethod: (_tag, _stale, { context }) => joinJson(context),
    }),
);

interface JoinOptions {
  /** Returns what closes an item. */
  endingOf?: (id: string) => Ending;
  cache?: JoinedCache;
}

/** Serializes a page, which ends before the item that would exceed `limits.listBytes`. */
export function joinPage<Item>(
  { items, next }: Page<PageItem>,
  { endingOf = () => closingBrace, cache }: JoinOptions = {},
): JsonPage<Item> {
  const fits = byteBudget(limits.listBytes);
  const fitting: JsonItem[] = [];
  let tags = '';
  for (const { id, json, tag } of items) {
    const ending = endingOf(id);
    if (!fits(json.length + ending.json.length + 1)) break;
    fitting.push({ json, ending });
    tags += tag + ending.tag;
  }
  const isCut = fitting.length < items.length;
  const tag = sha256(tags);
  return {
    tag,
    json: () => (cache ? (cache.memo(tag, { context: fitting }) as Json<Item[]>) : joinJson(fitting)),
    next: isCut ? cursorAfter(items[fitting.length - 1]) : next,
  };
}
