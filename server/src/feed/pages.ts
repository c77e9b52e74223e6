import { limits } from '@dev-connector/contract';
import { joinJson, type OpenJson, type Tagged } from './json.ts';
import { byteBudget, cursorAfter, type Page, type Position } from './keyset.ts';
import { sha256 } from './sha256.ts';

/** A page as serialized JSON. */
export interface JsonPage<Item> extends Tagged<Item[]> {
  next?: string | undefined;
}

/** An item of a page and its JSON. */
export interface PageItem extends Position {
  json: OpenJson<unknown>;
  /** Hash of the JSON, if it is known. */
  tag?: string | undefined;
}

/**
 * Serializes a page, which ends before the item that would exceed `limits.listBytes`. `endingOf` returns what closes an item. The entity tag combines the tags of
 * the items; if they are unknown, it is a hash of the page.
 */
export function joinPage<Item>({ items, next }: Page<PageItem>, endingOf: (id: string) => string = () => '}'): JsonPage<Item> {
  const fits = byteBudget(limits.listBytes);
  const endings = items.map(({ id }) => endingOf(id));
  const fitting = items.filter(({ json }, index) => fits(json.length + (endings[index] ?? '').length + 1));
  const json = joinJson<Item>(
    fitting.map((item) => item.json),
    endings,
  );
  const tags = fitting.map(({ tag }, index) => tag && tag + endings[index]);
  return {
    json,
    tag: sha256(tags.includes(undefined) ? json : tags.join('')),
    next: fitting.length < items.length ? cursorAfter(fitting.at(-1)) : next,
  };
}
