/* Converts between points on the screen, points in the DOM and indexes in the text of a row. */

/** Index in the text of a row, or the marker of its fold. */
export type RowPoint = number | 'fold';

const textOf = (row: Element): Element => row.querySelector('[data-text]') as Element;
const foldOf = (row: Element): Element | null => row.querySelector('[data-folded]');

/** Returns the row at a height, or the nearest one. */
export function rowElementAt(rows: Iterable<Element>, y: number): Element | undefined {
  let nearest: Element | undefined;
  for (const row of rows) {
    nearest = row;
    if (row.getBoundingClientRect().bottom > y) break;
  }
  return nearest;
}

/** Returns the point of a row that is nearest to a point on the screen. `box` is the visible part of the text. */
export function pointAt(row: Element, box: DOMRect, clientX: number, clientY: number): RowPoint {
  const text = textOf(row);
  const bounds = row.getBoundingClientRect();
  const y = clamp(clientY, Math.max(bounds.top, box.top) + 1, Math.min(bounds.bottom, box.bottom) - 1);
  const x = clamp(clientX, box.left + 1, box.right - 1);
  const fold = foldOf(row)?.getBoundingClientRect();
  if (fold && y >= fold.top && x >= fold.left) return 'fold';
  const around = text.getBoundingClientRect();
  if (x <= around.left) return 0;
  const caret = caretAt(x, y);
  if (!caret || !text.contains(caret.node)) return text.textContent.length;
  return indexOfPoint(text, caret.node, caret.offset);
}

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));

interface CaretFinders {
  caretPositionFromPoint?: (x: number, y: number) => { offsetNode: Node; offset: number } | null;
  caretRangeFromPoint?: (x: number, y: number) => Range | null;
}

/** Returns the point in the DOM at a point on the screen. Safari has only the older function. */
function caretAt(x: number, y: number): { node: Node; offset: number } | undefined {
  const finders = document as CaretFinders;
  const position = finders.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  const range = finders.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined;
}

/** Returns the point of a row for a point in the DOM, or undefined if it is not in a row of `layer`. */
export function readPoint(layer: Element, node: Node, offset: number): { row: Element; point: RowPoint } | undefined {
  const row = (node instanceof Element ? node : node.parentElement)?.closest('[data-row]');
  if (!row || !layer.contains(row)) return undefined;
  const text = textOf(row);
  if (text.contains(node)) return { row, point: indexOfPoint(text, node, offset) };
  const after = text.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING || (node.contains(text) && offset > 0);
  return { row, point: after ? 'fold' : 0 };
}

/** Counts the characters of `text` before a point. */
function indexOfPoint(text: Element, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

/** Returns the point in the DOM for a point of a row. */
export function domPoint(row: Element, point: RowPoint): { node: Node; offset: number } {
  const fold = foldOf(row);
  if (point === 'fold' && fold?.firstChild) return { node: fold.firstChild, offset: fold.textContent.length };
  const text = textOf(row);
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let left = point === 'fold' ? text.textContent.length : point;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (left <= length) return { node, offset: left };
    left -= length;
  }
  return { node: text, offset: text.childNodes.length };
}

/** Returns the DOM range between two points of a row. */
export function rangeIn(row: Element, start: RowPoint, end: RowPoint): Range {
  const range = document.createRange();
  const [from, to] = [domPoint(row, start), domPoint(row, end)];
  range.setStart(from.node, from.offset);
  range.setEnd(to.node, to.offset);
  return range;
}
