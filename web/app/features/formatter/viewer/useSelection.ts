import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Line, Row } from '../messages';
import { domPoint, pointAt, type RowPoint, rangeIn, readPoint, rowElementAt } from './dom-points';
import { endOf, startOf } from './moves';
import { indexIn, isEmpty, type Place, placeIn, type Range, rangeOf, type Selection, span, wordAt } from './selection';
import { rowHeight } from './useScroll';

interface Rows {
  scroller: RefObject<HTMLDivElement | null>;
  /** The element whose children are the rows in the page. */
  layer: RefObject<HTMLDivElement | null>;
  rowOf: (row: number) => Row | undefined;
  closingOf: (row: number) => Row | undefined;
  readLine: (offset: number) => Promise<Line>;
  /** Whether the rows in the page include the first or last of all. */
  includesFirst: boolean;
  includesLast: boolean;
  position: number;
  scrollTo: (position: number) => void;
  /** Called with the row of the selection's focus. */
  onFocusRow: (row: number) => void;
}

type Unit = 'character' | 'word' | 'line';

/** What the user pressed on, from which the selection extends while the button is down. */
interface Drag {
  unit: Unit;
  from: Range;
}

/** The selection in the browser, as this hook set it. */
interface Mirror {
  range: string;
  points: NativePoints;
  /** Text of the nodes. If it changes, the points move although the user selects nothing. */
  text: string;
}

type NativePoints = [anchor: Node | null, anchorOffset: number, focus: Node | null, focusOffset: number];

const highlightName = 'formatter-selection';
const start: Place = { offset: 0, row: 0 };

/**
 * The selection: two places in the output. The mouse changes it here, and the browser's selection mirrors the part of it that is in the page, so
 * that the browser's menus and screen readers know it. Changes of the browser's selection, such as by handles on a touch screen, are read back.
 */
export function useSelection(rows: Rows) {
  const { scroller, layer, rowOf, closingOf, readLine, includesFirst, includesLast, position, scrollTo, onFocusRow } = rows;
  const [selection, setSelection] = useState<Selection>({ anchor: start, focus: start });
  /** The selection before React renders it. */
  const latest = useRef(selection);
  const [drag, setDrag] = useState<Drag>();
  const pointer = useRef({ x: 0, y: 0, released: false });
  const mirror = useRef<Mirror>(undefined);
  const changes = useRef(Promise.resolve());

  function select(next: Selection) {
    latest.current = next;
    setSelection(next);
  }

  /** Changes the selection after the changes before it, which may wait for rows. */
  function change(next: (selection: Selection) => Promise<Selection>) {
    changes.current = changes.current.then(async () => select(await next(latest.current)));
  }

  /** Extends the selection to whole lines, because a row may be a part of a line. */
  async function toLines({ anchor, focus }: Selection): Promise<Selection> {
    const [first, last] = [await readLine(Math.min(anchor.offset, focus.offset)), await readLine(Math.max(anchor.offset, focus.offset))];
    const range = { start: { offset: first.offset, row: first.rows[0] }, end: { offset: last.end, row: last.rows[1] } };
    return anchor.offset <= focus.offset ? { anchor: range.start, focus: range.end } : { anchor: range.end, focus: range.start };
  }

  function placeOf(element: Element, point: RowPoint): Place | undefined {
    const row = rowOf(Number(element.getAttribute('data-row')));
    if (!row) return undefined;
    return point === 'fold' ? endOf(row, closingOf(row.row)) : placeIn(row, point);
  }

  /** Returns the row and range under the pointer, or undefined until that row is in the page. */
  function locate({ x, y }: { x: number; y: number }, unit: Unit): { row: number; range: Range } | undefined {
    if (!scroller.current || !layer.current?.firstElementChild) return undefined;
    const box = visibleBox(scroller.current, layer.current.firstElementChild);
    const rows = layer.current.getBoundingClientRect();
    const height = Math.max(box.top + 1, Math.min(y, box.bottom - 1));
    const before = height < rows.top;
    const after = height >= rows.bottom;
    if ((before && !includesFirst) || (after && !includesLast)) return undefined;
    const element = rowElementAt(layer.current.children, height);
    const row = element && rowOf(Number(element.getAttribute('data-row')));
    if (!element || !row) return undefined;
    const line = { start: startOf(row), end: endOf(row, closingOf(row.row)) };
    if (unit === 'line') return { row: row.row, range: line };
    const point = after ? 'fold' : pointAt(element, box, x, y);
    const place = point === 'fold' ? line.end : placeIn(row, point);
    if (unit === 'character' || point === 'fold') return { row: row.row, range: { start: place, end: place } };
    const [from, to] = wordAt(row.text, point);
    return { row: row.row, range: { start: placeIn(row, from), end: placeIn(row, to) } };
  }

  function extend(from: Range, unit: Unit): boolean {
    const located = locate(pointer.current, unit);
    if (!located) return false;
    const next = span(from, located.range);
    if (next.anchor.offset !== latest.current.anchor.offset || next.focus.offset !== latest.current.focus.offset) select(next);
    onFocusRow(located.row);
    return true;
  }

  /** Begins to select with the mouse. `clicks`: 2 for words, 3 for lines. */
  function press({ x, y, clicks, extending }: { x: number; y: number; clicks: number; extending: boolean }) {
    pointer.current = { x, y, released: false };
    const gutter = layer.current?.querySelector('[data-gutter]')?.getBoundingClientRect();
    const unit = clicks > 2 || (gutter && x < gutter.right) ? 'line' : clicks === 2 ? 'word' : 'character';
    if (extending) {
      const { anchor } = latest.current;
      const from = { start: anchor, end: anchor };
      extend(from, 'character');
      setDrag({ unit: 'character', from });
      return;
    }
    const located = locate(pointer.current, unit);
    if (!located) return;
    onFocusRow(located.row);
    select({ anchor: located.range.start, focus: located.range.end });
    setDrag({ unit, from: located.range });
  }

  const onFrame = useEffectEvent(() => {
    if (!drag || !scroller.current || !layer.current?.firstElementChild) return;
    const { x, y, released } = pointer.current;
    if (!released) {
      const box = visibleBox(scroller.current, layer.current.firstElementChild);
      const [down, right] = [distance(y, box.top, box.bottom), distance(x, box.left, box.right)];
      if (down !== 0) scrollTo(position + rowsPerFrame(down));
      if (right !== 0) scroller.current.scrollLeft += rowsPerFrame(right) * rowHeight;
    }
    if (!extend(drag.from, drag.unit) || !released) return;
    setDrag(undefined);
    if (drag.unit === 'line') change(toLines);
  });

  useEffect(() => {
    if (!drag) return;
    let frame = requestAnimationFrame(function tick() {
      frame = requestAnimationFrame(tick);
      onFrame();
    });
    const onMove = ({ clientX, clientY, buttons }: MouseEvent) => {
      if (!pointer.current.released) pointer.current = { x: clientX, y: clientY, released: buttons === 0 };
    };
    const onRelease = ({ clientX, clientY }: MouseEvent) => {
      pointer.current = { x: clientX, y: clientY, released: true };
      onFrame();
    };
    window.addEventListener('mousemove', onMove);
    window.addEventListener('mouseup', onRelease);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('mousemove', onMove);
      window.removeEventListener('mouseup', onRelease);
    };
  }, [drag]);

  // Paint and mirror the selection after each render, because the rows in the page may have changed.
  useLayoutEffect(() => {
    if (!layer.current) return;
    const { start, end } = rangeOf(selection);
    const ranges: globalThis.Range[] = [];
    let from: [Element, RowPoint] | undefined;
    let to: [Element, RowPoint] | undefined;
    for (const element of layer.current.children) {
      const row = rowOf(Number(element.getAttribute('data-row')));
      if (!row) continue;
      const closing = closingOf(row.row);
      const last = closing ?? row;
      if (end.offset < row.offset || start.offset > last.end) continue;
      const first = indexIn(row, start.offset);
      const stop = indexIn(row, end.offset);
      if (first < stop) ranges.push(rangeIn(element, first, stop));
      const marker = element.querySelector('[data-folded]');
      if (marker && start.offset < last.end && end.offset > row.end) ranges.push(contentsOf(marker));
      from ??= [element, start.offset > row.end ? 'fold' : first];
      to = [element, closing && end.offset >= closing.end ? 'fold' : stop];
    }
    paint(isEmpty(selection) ? [] : ranges);

    const native = getSelection();
    const isOurs = scroller.current?.contains(document.activeElement) || layer.current.contains(native?.anchorNode ?? null);
    if (!native || !isOurs || !from || !to) {
      if (native && isOurs && mirror.current) native.removeAllRanges(); // else it would move to other rows
      mirror.current = undefined;
      return;
    }
    const [a, b] = selection.anchor.offset <= selection.focus.offset ? [from, to] : [to, from];
    const range = `${Math.max(start.offset, offsetOf(from))} ${Math.min(end.offset, offsetOf(to))} ${a === from}`;
    // If its points differ, the browser has changed the selection, which `selectionchange` is about to tell.
    if (mirror.current?.range === range && isIntact(mirror.current) && layer.current.contains(native.anchorNode)) return;
    const [anchor, focus] = [domPoint(...a), domPoint(...b)];
    if (!samePoints(pointsOf(native), [anchor.node, anchor.offset, focus.node, focus.offset]))
      native.setBaseAndExtent(anchor.node, anchor.offset, focus.node, focus.offset);
    const points = pointsOf(native);
    mirror.current = { range, points, text: textAt(points) };
  });

  const offsetOf = ([element, point]: [Element, RowPoint]) => placeOf(element, point)?.offset ?? 0;

  const onNativeChange = useEffectEvent(() => {
    const native = getSelection();
    if (!native?.anchorNode || !native.focusNode || !layer.current || drag) return;
    const points = pointsOf(native);
    if (mirror.current && samePoints(mirror.current.points, points)) return;
    const [anchorNode, anchorOffset, focusNode, focusOffset] = mirror.current?.points ?? [];
    const read = (node: Node, offset: number, place: Place, isUnchanged: boolean) => {
      if (isUnchanged) return place; // it may be outside the rows in the page
      const found = layer.current && readPoint(layer.current, node, offset);
      return found ? placeOf(found.row, found.point) : undefined;
    };
    const { anchor, focus } = latest.current;
    const next = {
      anchor: read(native.anchorNode, native.anchorOffset, anchor, anchorNode === points[0] && anchorOffset === points[1]),
      focus: read(native.focusNode, native.focusOffset, focus, focusNode === points[2] && focusOffset === points[3]),
    };
    if (!next.anchor || !next.focus) return;
    const changed: Selection = { anchor: next.anchor, focus: next.focus };
    select(changed);
    onFocusRow(next.focus.row);
    mirror.current = undefined;
  });

  useEffect(() => {
    const handleChange = () => onNativeChange();
    document.addEventListener('selectionchange', handleChange);
    return () => {
      document.removeEventListener('selectionchange', handleChange);
      paint([]);
    };
  }, []);

  return { selection, latest, changes, select, change, press };
}

/** Returns the visible part of the text, without line numbers and scroll bars. */
function visibleBox(scroller: Element, row: Element): DOMRect {
  const { left, top } = scroller.getBoundingClientRect();
  const gutter = row.querySelector('[data-gutter]')?.getBoundingClientRect().right ?? left;
  return new DOMRect(gutter, top + scroller.clientTop, left + scroller.clientLeft + scroller.clientWidth - gutter, scroller.clientHeight);
}

/** Returns how far a coordinate is outside. */
const distance = (at: number, min: number, max: number): number => (at < min ? at - min : at > max ? at - max : 0);

/** Scrolls faster the farther the pointer is outside. */
const rowsPerFrame = (pixels: number): number => Math.sign(pixels) * Math.min(20, 0.2 + Math.abs(pixels) / 50);

function contentsOf(element: Element): globalThis.Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range;
}

/** The part of the CSS Custom Highlight API in use, which Firefox has from version 140 on. */
interface Highlights {
  CSS: { highlights?: { set: (name: string, ranges: object) => void; delete: (name: string) => void } };
  Highlight: new (...ranges: globalThis.Range[]) => object;
}

/** Paints the selection. Without it, the browser's own selection shows it. */
function paint(ranges: globalThis.Range[]): void {
  const { CSS, Highlight } = globalThis as unknown as Highlights;
  if (ranges.length > 0) CSS.highlights?.set(highlightName, new Highlight(...ranges));
  else CSS.highlights?.delete(highlightName);
}

const pointsOf = ({ anchorNode, anchorOffset, focusNode, focusOffset }: globalThis.Selection): NativePoints => [
  anchorNode,
  anchorOffset,
  focusNode,
  focusOffset,
];

const samePoints = (a: NativePoints, b: NativePoints): boolean => a.every((part, index) => part === b[index]);

const textAt = ([anchor, , focus]: NativePoints): string => `${anchor?.textContent} ${focus?.textContent}`;

/** Returns whether the nodes at the ends are still in the page, with the same text. */
const isIntact = ({ points, text }: Mirror): boolean =>
  Boolean(points[0]?.isConnected && points[2]?.isConnected) && textAt(points) === text;
