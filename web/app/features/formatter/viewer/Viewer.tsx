import { type MouseEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { type KeyPress, keysOf } from '../../../ui/keys/keys';
import { shortcuts } from '../../../ui/keys/shortcuts';
import { formatNumber } from '../../../ui/numbers';
import type { SendRequest } from '../engine';
import type { Extent, Formatted, Row } from '../messages';
import { copySelection, downloadSelection } from './export-selection';
import { hiddenRows, indexOf, rowAt, useFolds } from './folds';
import { highlight, useVisibleMatch } from './highlight';
import { type Layout, moveOf } from './moves';
import { opensMenu } from './opens-menu';
import { PathBar, useCursor } from './PathBar';
import { PrintedOutput } from './PrintedOutput';
import { RowView } from './RowView';
import { SearchBar, type SearchResult } from './SearchBar';
import { SizeBar } from './SizeBar';
import { collapsed, isEmpty } from './selection';
import { useMoves } from './useMoves';
import { useRows } from './useRows';
import { rowHeight, useScroll } from './useScroll';
import { useSelection } from './useSelection';

interface ViewerProps {
  request: SendRequest;
  extent: Extent;
  /** The output when it is complete. */
  formatted: Formatted | undefined;
  /** Whether every byte has been compared, after which the worker has time. */
  isChecked: boolean;
  /** The first rows. */
  head: Row[] | undefined;
  /** Bytes per level if objects and arrays can be folded: the output is complete and indented. */
  levelWidth: number | undefined;
  /** The position in the output to scroll to. */
  reveal: { offset?: number; row: number } | undefined;
  wrap: boolean;
  onNotice: (notice: string) => void;
}

/** Virtualised viewer for text of any length: only visible rows are in the DOM. */
export default function Viewer({ request, extent, formatted, isChecked, head, levelWidth, reveal, wrap, onNotice }: ViewerProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState(0);
  const [result, setResult] = useState<SearchResult>();
  /** A row to scroll to after its folds are open. */
  const [scrollTarget, setScrollTarget] = useState<{ row: number }>();
  const { folds, outer, canFold, toggleFold, unfold, levelOf } = useFolds(request, levelWidth);
  const total = extent.rows - hiddenRows(outer);
  const { position, height, scrollTo, scrollIntoView, scrollToThird } = useScroll(scroller, total, wrap);
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
    unfold(row);
    setActive(row);
    change(async (selection) => collapsed(await layout.readRow(row), selection));
    setScrollTarget({ row });
  }

  useEffect(() => {
    if (scrollTarget) scrollToThird(indexOf(scrollTarget.row, outer));
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

  useVisibleMatch(scroller, layer, result);

  /** Whether a click extends the selection, as with Shift, for screens without a keyboard. */
  const [extending, setExtending] = useState(false);

  const { moveRow, extend, forgetColumn } = useMoves({ layout, active, setActive, change, scrollIntoView });

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
      'Mod+c': () => void copy(),
      [shortcuts.selectAll.keys]: () =>
        change(async () => ({ anchor: { offset: 0, row: 0 }, focus: { offset: extent.bytes, row: extent.rows - 1 } })),
      // The browser's search finds only visible rows. Pressed again in the field, the keys open it.
      [shortcuts.find.keys]: () => searchField.current?.select(),
    };
    const keys = keysOf(event);
    const extension = moveOf(keys, page);
    const action = extension ? () => extend(extension) : actions[keys];
    if (!action) return;
    if (!extension && keys !== 'Mod+c') forgetColumn();
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
    forgetColumn();
    press({ x: clientX, y: clientY, clicks: detail, extending: shiftKey || extending });
  }

  async function copy() {
    await changes.current;
    onNotice(await copySelection(latest.current, layout, request));
  }

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
          void copy();
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
                level={levelOf(row)}
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
        onCopy={() => void copy()}
        onDownload={async () => onNotice(await downloadSelection(latest.current, request))}
        onNotice={onNotice}
      />
      <div className="formatter-sizes">
        {formatted && isChecked && (
          <SizeBar
            request={request}
            formatted={formatted}
            onOpen={({ row }) => {
              show(row);
              scroller.current?.focus();
            }}
          />
        )}
      </div>
    </div>
  );
}
