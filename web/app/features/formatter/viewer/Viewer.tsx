import { type MouseEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { saveFile } from '../../../api/save-file';
import { type KeyPress, keysOf } from '../../../ui/keys/keys';
import { shortcuts } from '../../../ui/keys/shortcuts';
import { formatNumber } from '../../../ui/numbers';
import type { SendRequest } from '../engine';
import type { Extent, Formatted, Row } from '../messages';
import { copyText } from '../output/export-output';
import { type Folds, hiddenRows, indexOf, outermost, rowAt } from './folds';
import { highlight } from './highlight';
import { type Layout, type Move, move, moveOf } from './moves';
import { opensMenu } from './opens-menu';
import { PathBar, useCursor } from './PathBar';
import { PrintedOutput } from './PrintedOutput';
import { RowView } from './RowView';
import { SearchBar, type SearchResult } from './SearchBar';
import { collapsed, isEmpty, rangeOf } from './selection';
import { useRows } from './useRows';
import { rowHeight, useScroll } from './useScroll';
import { useSelection } from './useSelection';

interface ViewerProps {
  request: SendRequest;
  extent: Extent;
  /** The output when it is complete. */
  formatted: Formatted | undefined;
  /** The first rows. */
  head: Row[] | undefined;
  /** Bytes per level if objects and arrays can be folded: the output is complete and indented. */
  levelWidth: number | undefined;
  /** The position in the output to scroll to. */
  reveal: { offset?: number; row: number } | undefined;
  wrap: boolean;
  onNotice: (notice: string) => void;
}

const opens = /[{[]$/;

/** Virtualised viewer for text of any length: only visible rows are in the DOM. */
export default function Viewer({ request, extent, formatted, head, levelWidth, reveal, wrap, onNotice }: ViewerProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const [folds, setFolds] = useState<Folds>(new Map());
  const [active, setActive] = useState(0);
  const [result, setResult] = useState<SearchResult>();
  /** A row to scroll to after its folds are open. */
  const [scrollTarget, setScrollTarget] = useState<{ row: number }>();
  const outer = useMemo(() => outermost(folds), [folds]);
  const total = extent.rows - hiddenRows(outer);
  const { position, height, scrollTo } = useScroll(scroller, total, wrap);
  const rowOf = useRows(request, extent, head);
  const activeRow = rowOf(active);
  const cursor = useCursor(request, activeRow?.offset, levelWidth !== undefined);

  const first = wrap ? Math.floor(position) : Math.max(0, Math.floor(position) - 8);
  const last = Math.min(total, Math.ceil(position + height / rowHeight) + (wrap ? 1 : 8));
  const visibleRows = Array.from({ length: Math.max(0, last - first) }, (_, index) => rowAt(first + index, outer));
  const layout: Layout = {
    total,
    extent,
    rowAt: (index) => rowAt(index, outer),
    indexOf: (row) => indexOf(row, outer),
    closingOf: (row) => folds.get(row),
    readRow: async (row) => rowOf(row) ?? (await request({ type: 'rows', from: row, count: 1 }))[0],
    readLine: (offset) => request({ type: 'line', offset }),
  };
  const { selection, latest, changes, select, change, press } = useSelection({
    scroller,
    layer,
    rowOf,
    closingOf: layout.closingOf,
    readLine: layout.readLine,
    includesFirst: first === 0,
    includesLast: last === total,
    position,
    scrollTo,
    onFocusRow: setActive,
  });

  // Position the rows relative to the first one, because wrapped rows have any height.
  useLayoutEffect(() => {
    if (!scroller.current || !layer.current) return;
    const top = layer.current.firstElementChild as HTMLElement | null;
    const above = wrap ? (position - first) * (top?.offsetHeight ?? rowHeight) : (position - first) * rowHeight;
    layer.current.style.transform = `translateY(${scroller.current.scrollTop - above}px)`;
  });

  /** Moves the cursor to a row and scrolls to it. */
  function show(row: number) {
    setFolds((folds) => new Map([...folds].filter(([from, closing]) => !(row > from && row <= closing.row))));
    setActive(row);
    change(async (selection) => collapsed(await layout.readRow(row), selection));
    setScrollTarget({ row });
  }

  useEffect(() => {
    if (!scrollTarget) return;
    const index = indexOf(scrollTarget.row, outer);
    if (index < position + 1 || index > position + height / rowHeight - 2) scrollTo(index - Math.floor(height / rowHeight / 3));
  }, [scrollTarget]);

  // Keep the row at the top when rows wrap or no longer wrap.
  const top = useRef(0);
  useEffect(() => {
    top.current = rowAt(Math.floor(position), outer);
  });
  useEffect(() => {
    if (top.current > 0) scrollTo(indexOf(top.current, outer));
  }, [wrap]);

  // Scroll once per `reveal` object.
  useEffect(() => {
    if (!reveal) return;
    show(reveal.row);
    scroller.current?.focus();
  }, [reveal]);

  // The match may be outside the visible columns. Scroll once per result, when its row has loaded.
  const aligned = useRef<SearchResult>(undefined);
  useEffect(() => {
    const mark = layer.current?.querySelector('mark[data-current]');
    const box = scroller.current;
    if (!mark || !box || aligned.current === result) return;
    aligned.current = result;
    const [inside, around] = [mark.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inside.right > around.right - 24) box.scrollLeft += inside.right - around.right + around.width / 3;
    else if (inside.left < around.left + 96) box.scrollLeft -= around.left + around.width / 3 - inside.left;
  }, [result]);

  async function toggleFold(row: Row) {
    if (folds.has(row.row)) setFolds(new Map([...folds].filter(([from]) => from !== row.row)));
    else {
      const closing = await request({ type: 'foldEnd', row: row.row, indent: indentOf(row.text) });
      if (closing && closing.row > row.row) setFolds((folds) => new Map(folds).set(row.row, closing));
    }
  }

  function scrollToIndex(index: number) {
    const rows = Math.floor(height / rowHeight) - 1;
    if (index < position) scrollTo(index);
    else if (index > position + rows - 1) scrollTo(index - rows + 1);
  }

  function moveRow(by: number) {
    const index = Math.max(0, Math.min(total - 1, indexOf(active, outer) + by));
    const row = rowAt(index, outer);
    setActive(row);
    change(async (selection) => collapsed(await layout.readRow(row), selection));
    scrollToIndex(index);
  }

  /** Whether a click extends the selection, as with Shift, for screens without a keyboard. */
  const [extending, setExtending] = useState(false);

  /** Column for moves by rows. */
  const column = useRef<number>(undefined);

  function extend(to: Move) {
    change(async ({ anchor, focus }) => {
      const moved = await move(layout, focus, to.unit === 'row' ? { ...to, column: column.current } : to);
      column.current = to.unit === 'row' ? moved.column : undefined;
      const index = indexOf(moved.place.row, outer);
      setActive(rowAt(index, outer));
      scrollToIndex(index);
      return { anchor, focus: moved.place };
    });
  }

  const canFold = (row: Row) => levelWidth !== undefined && !row.continued && opens.test(row.text);

  function onKeyDown(event: KeyPress) {
    const page = Math.max(1, Math.floor(height / rowHeight) - 2);
    const open = activeRow && canFold(activeRow) && !folds.has(active);
    const fold = () => void (activeRow && toggleFold(activeRow));
    // Keys of a tree (WAI-ARIA Authoring Practices), and of an editor.
    const actions: Record<string, (() => void) | undefined> = {
      ArrowDown: () => moveRow(1),
      ArrowUp: () => moveRow(-1),
      PageDown: () => moveRow(page),
      PageUp: () => moveRow(-page),
      Home: () => moveRow(-total),
      End: () => moveRow(total),
      'Mod+Home': () => moveRow(-total),
      'Mod+End': () => moveRow(total),
      ArrowLeft: open ? fold : () => cursor.parentRow !== undefined && show(cursor.parentRow),
      ArrowRight: folds.has(active) ? fold : () => open && moveRow(1),
      Escape: isEmpty(selection) ? undefined : () => select({ anchor: selection.focus, focus: selection.focus }),
      'Mod+c': () => void copySelection(),
      [shortcuts.selectAll.keys]: () =>
        change(async () => ({ anchor: { offset: 0, row: 0 }, focus: { offset: extent.bytes, row: extent.rows - 1 } })),
      // The browser's search finds only visible rows. Pressed again in the field, the keys open it.
      [shortcuts.find.keys]: () => searchField.current?.select(),
    };
    const keys = keysOf(event);
    const extension = moveOf(keys, page);
    const action = extension ? () => extend(extension) : actions[keys];
    if (!action) return;
    if (!extension && keys !== 'Mod+c') column.current = undefined;
    event.preventDefault();
    action();
  }

  function onMouseDown(event: MouseEvent<HTMLDivElement>) {
    const { target, currentTarget, button, clientX, clientY, detail, shiftKey } = event;
    if ((target as Element).closest('[data-fold]')) return;
    // A click on a scroll bar, or one that opens the menu, which is for the selection.
    const { left, top } = currentTarget.getBoundingClientRect();
    if (clientX >= left + currentTarget.clientWidth || clientY >= top + currentTarget.clientHeight) return;
    if (opensMenu(event) && !isEmpty(selection)) event.preventDefault();
    if (button !== 0 || opensMenu(event)) return;
    event.preventDefault();
    currentTarget.focus({ preventScroll: true });
    column.current = undefined;
    press({ x: clientX, y: clientY, clicks: detail, extending: shiftKey || extending });
  }

  /** Copies the selected text, or without a selection the line at the cursor, without its indentation. */
  async function copySelection() {
    await changes.current;
    const { start, end } = rangeOf(latest.current);
    if (start.offset < end.offset) {
      const isWhole = start.offset === 0 && end.offset === extent.bytes;
      onNotice(
        await copyText(end.offset - start.offset, () => readText(start.offset, end.offset), isWhole ? 'Copied.' : 'Selection copied.'),
      );
    } else {
      const closing = folds.get(layout.rowAt(layout.indexOf(start.row)));
      const line = await layout.readLine(start.offset);
      const last = closing?.end ?? line.end;
      const text = async () => (await readText(line.offset, last)).trimStart();
      onNotice(await copyText(last - line.offset, text, closing ? 'Folded lines copied.' : 'Line copied.'));
    }
  }

  async function downloadSelection() {
    const { start, end } = rangeOf(latest.current);
    saveFile('selection.json', await request({ type: 'slice', from: start.offset, to: end.offset }));
    onNotice('Saved as selection.json.');
  }

  const readText = async (from: number, to: number) => (await request({ type: 'slice', from, to })).text();

  const digits = String(extent.lines).length;
  return (
    <div className="formatter-viewer">
      <SearchBar
        request={request}
        field={searchField}
        from={activeRow?.offset ?? 0}
        onResult={(next) => {
          setResult(next);
          if (next?.match && next.match.offset !== result?.match?.offset) show(next.match.row);
        }}
        onLeave={() => scroller.current?.focus()}
      />
      <div
        ref={scroller}
        role="tree"
        aria-label={`Formatted text, ${formatNumber(extent.lines)} ${extent.lines === 1 ? 'line' : 'lines'}`}
        aria-activedescendant={visibleRows.includes(active) ? `${id}-${active}` : undefined}
        tabIndex={0}
        dir="ltr"
        className="formatter-rows"
        onKeyDown={onKeyDown}
        onMouseDown={onMouseDown}
        onFocus={() => select({ ...selection })}
        onCopy={(event) => {
          event.preventDefault();
          void copySelection();
        }}
        data-viewer
      >
        <div data-spacer aria-hidden className="w-px" />
        <div ref={layer} role="presentation" className={`absolute top-0 left-0 min-w-full ${wrap ? 'w-full' : 'w-max'}`}>
          {visibleRows.map((number, index) => {
            const row = rowOf(number);
            const closing = folds.get(number);
            return (
              <RowView
                key={number}
                id={`${id}-${number}`}
                number={number}
                row={row}
                position={first + index + 1}
                total={total}
                active={number === active}
                wrap={wrap}
                foldable={row !== undefined && (closing !== undefined || canFold(row))}
                closing={closing}
                digits={digits}
                level={row && levelWidth ? Math.floor(indentOf(row.text) / levelWidth) + 1 : 1}
                onFold={() => row && void toggleFold(row)}
              >
                {row && highlight(row, result)}
              </RowView>
            );
          })}
        </div>
      </div>
      {formatted && <PrintedOutput request={request} formatted={formatted} />}
      <PathBar
        request={request}
        cursor={cursor}
        row={activeRow}
        selected={Math.abs(selection.focus.offset - selection.anchor.offset)}
        extending={extending}
        onExtend={() => setExtending(!extending)}
        onCopy={() => void copySelection()}
        onDownload={() => void downloadSelection()}
        onNotice={onNotice}
      />
    </div>
  );
}

const indentOf = (text: string): number => text.length - text.trimStart().length;
