import { isInFence } from './code-context.ts';
import { type Item, isSibling, itemsAbove, lineEndOf, markOf, parseItem, siblingsBelow, widthOf } from './list-items.ts';
import type { Edit, Selection } from './markdown-edits.ts';

/**
 * Breaks a line of a list, task list or quote. In the text, starts the next item; before it, inserts an empty item above. An empty item moves out one level, or loses
 * its mark. The numbers of the items below follow. Undefined outside of lists and in fenced code.
 */
export function continueList({ value, start, end }: Selection): Edit | undefined {
  const from = value.slice(0, start).lastIndexOf('\n') + 1;
  const to = lineEndOf(value, end);
  const line = value.slice(from, start) + value.slice(end, to);
  const item = parseItem(line);
  if (!item) return undefined;
  if (isInFence(value, from)) return item.quote ? continueQuote(item, start, end) : undefined;

  const text = line.slice(item.length);
  if (start === end && text.trim() === '') return leaveItem(value, from, to, item);
  const unticked = { ...item, task: item.task && '[ ] ' };
  const number = numberAfter(value, { start: from, end: to, item });
  const caret = start - from;
  const isBefore = caret <= item.length;
  const upper = isBefore ? markOf(unticked) : line.slice(0, caret);
  const mark = markOf({ ...(isBefore ? item : unticked), number });
  const rest = isBefore ? text : line.slice(caret).replace(/^[ \t]+/, '');
  const below = renumber(value, to, item, number);
  const select = from + upper.length + 1 + mark.length;
  return withoutUnchanged(value, { start: from, end: below.end, text: `${upper}\n${mark}${rest}${below.text}`, select: [select, select] });
}

/** Continues a quote in the fenced code that it contains. */
function continueQuote({ quote }: Item, start: number, end: number): Edit {
  const text = `\n${quote} `;
  return { start, end, text, select: [start + text.length, start + text.length] };
}

/** Moves an empty item out: to the level of the item around it, out of the list, or out of a quote. */
function leaveItem(value: string, from: number, to: number, item: Item): Edit {
  const around = item.bullet
    ? [...itemsAbove(value, from, item.quote)].find((other) => widthOf(other.item.indent) < widthOf(item.indent))
    : undefined;
  let mark = item.bullet ? item.quote : item.quote.replace(/[ \t]*>$/, '');
  if (mark) mark += ' ';
  let below = { end: to, text: '' };
  if (around) {
    const number = numberAfter(value, { ...around, end: to });
    mark = markOf({ ...around.item, number, task: around.item.task && '[ ] ' });
    below = renumber(value, to, around.item, number);
  }
  const caret = from + mark.length;
  return withoutUnchanged(value, { start: from, end: below.end, text: mark + below.text, select: [caret, caret] });
}

const maxNumber = 999_999_999; // CommonMark allows nine digits

/** Returns the number of a new item after `item`: the next one, or the same if the list repeats one number. The new item comes before the text at `end`. */
function numberAfter(value: string, { start, end, item }: { start: number; end: number; item: Item }): number | undefined {
  if (item.number === undefined) return undefined;
  const above = [...itemsAbove(value, start, item.quote)].find((other) => widthOf(other.item.indent) <= widthOf(item.indent))?.item;
  const below = siblingsBelow(value, end, item).next().value?.item;
  const repeats = (above && isSibling(above, item) && above.number === item.number) || below?.number === item.number;
  return repeats ? item.number : Math.min(item.number + 1, maxNumber);
}

/** Returns the text from `end` on in which the items of the list after `item` make room for a new item with this number. */
function renumber(value: string, end: number, item: Item, number: number | undefined): { end: number; text: string } {
  let changed = { end, text: '' };
  if (number === undefined || number === item.number) return changed;
  let expected = number;
  for (const sibling of siblingsBelow(value, end, item)) {
    if (sibling.item.number !== expected || expected >= maxNumber) break;
    expected += 1;
    const text = markOf({ ...sibling.item, number: expected }) + value.slice(sibling.start + sibling.item.length, sibling.end);
    changed = { end: sibling.end, text: changed.text + value.slice(changed.end, sibling.start) + text };
  }
  return changed;
}

/** Removes from an edit what it would not change, so that undo selects little. */
function withoutUnchanged(value: string, { start, end, text, select }: Edit): Edit {
  let [from, to, first, last] = [start, end, 0, text.length];
  while (from < to && first < last && value[from] === text[first]) [from, first] = [from + 1, first + 1];
  while (from < to && first < last && value[to - 1] === text[last - 1]) [to, last] = [to - 1, last - 1];
  return { start: from, end: to, text: text.slice(first, last), select };
}
