import { limits } from '@dev-connector/contract';
import { sha256 } from '../sha256.ts';
import { closingBrace, type Ending, type JsonItem, joinJson, type OpenJson, type Tagged } from './json.ts';
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

/** Serializes a page, which ends before the item that would exceed `limits.listBytes`. `endingOf` returns what closes an item. */
export function joinPage<Item>({ items, next }: Page<PageItem>, endingOf: (id: string) => Ending = () => closingBrace): JsonPage<Item> {
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
  return { tag: sha256(tags), json: () => joinJson(fitting), next: isCut ? cursorAfter(items[fitting.length - 1]) : next };
}
