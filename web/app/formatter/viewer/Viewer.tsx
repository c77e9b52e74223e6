import { type ClipboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type KeyPress, keysOf } from '../../ui/keys/keys';
import { shortcuts } from '../../ui/keys/shortcuts';
import { formatNumber } from '../../ui/numbers';
import type { SendRequest } from '../engine';
import type { Extent, Formatted, Row } from '../messages';
import { copyText } from '../output/export-output';
import { type Folds, hiddenRows, indexOf, outermost, rowAt } from './folds';
import { highlight } from './highlight';
import { PathBar, useCursor } from './PathBar';
import { PrintedOutput } from './PrintedOutput';
import { RowView } from './RowView';
import { foldCase, SearchBar, type SearchResult } from './SearchBar';
import { useRows } from './useRows';
import { rowHeight, useScroll } from './useScroll';

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
  onCopyAll: () => void;
  onNotice: (notice: string) => void;
}

const opens = /[{[]$/;

/** Virtualised viewer for text of any length: only visible rows are in the DOM. */
export default function Viewer({ request, extent, formatted, head, levelWidth, reveal, wrap, onCopyAll, onNotice }: ViewerProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const [folds, setFolds] = useState<Folds>(new Map());
  const [active, setActive] = useState(0);
  /** Whether the whole text is selected, of which only the visible rows are in the DOM. */
  const [allSelected, setAllSelected] = useState(false);
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

  // Position the rows relative to the first one, because wrapped rows have any height.
  useLayoutEffect(() => {
    if (!scroller.current || !layer.current) return;
    const top = layer.current.firstElementChild as HTMLElement | null;
    const above = wrap ? (position - first) * (top?.offsetHeight ?? rowHeight) : (position - first) * rowHeight;
    layer.current.style.transform = `translateY(${scroller.current.scrollTop - above}px)`;
  });

  /** Moves the cursor to a row and scrolls to it. */
  function show(row: number) {
    setFolds((folds) => new Map([...folds].filter(([from, end]) => !(row > from && row <= end))));
    select(row);
    setScrollTarget({ row });
  }

  function select(row: number) {
    setActive(row);
    setAllSelected(false);
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
      const end = await request({ type: 'foldEnd', row: row.row, indent: indentOf(row.text) });
      if (end > row.row) setFolds((folds) => new Map(folds).set(row.row, end));
    }
  }

  function move(by: number) {
    const index = Math.max(0, Math.min(total - 1, indexOf(active, outer) + by));
    select(rowAt(index, outer));
    const rows = Math.floor(height / rowHeight) - 1;
    if (index < position) scrollTo(index);
    else if (index > position + rows - 1) scrollTo(index - rows + 1);
  }

  const canFold = (row: Row) => levelWidth !== undefined && !row.continued && opens.test(row.text);

  function onKeyDown(event: KeyPress) {
    const page = Math.max(1, Math.floor(height / rowHeight) - 2);
    const open = activeRow && canFold(activeRow) && !folds.has(active);
    const fold = () => void (activeRow && toggleFold(activeRow));
    // Keys of a tree (WAI-ARIA Authoring Practices), and of an editor.
    const actions: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      PageDown: () => move(page),
      PageUp: () => move(-page),
      Home: () => move(-total),
      End: () => move(total),
      ArrowLeft: open ? fold : () => cursor.parentRow !== undefined && show(cursor.parentRow),
      ArrowRight: folds.has(active) ? fold : () => open && move(1),
      [shortcuts.selectAll.keys]: () => setAllSelected(true),
      // The browser's search finds only visible rows. Pressed again in the field, the keys open it.
      [shortcuts.find.keys]: () => searchField.current?.select(),
    };
    const action = actions[keysOf(event)];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Copies the selected text, or without a selection the line at the cursor. */
  async function onCopy(event: ClipboardEvent) {
    if (!allSelected && !document.getSelection()?.isCollapsed) return;
    event.preventDefault();
    if (allSelected) onCopyAll();
    else if (activeRow) onNotice(await copyText(activeRow.text.length, async () => activeRow.text.trim(), 'Line copied.'));
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
        onCopy={(event) => void onCopy(event)}
        data-viewer
        data-all-selected={allSelected || undefined}
      >
        <div data-spacer aria-hidden className="w-px" />
        <div ref={layer} role="presentation" className={`absolute top-0 left-0 min-w-full ${wrap ? 'w-full' : 'w-max'}`}>
          {visibleRows.map((number, index) => {
            const row = rowOf(number);
            const folded = folds.has(number);
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
                foldable={row !== undefined && (folded || canFold(row))}
                folded={folded}
                digits={digits}
                level={row && levelWidth ? Math.floor(indentOf(row.text) / levelWidth) + 1 : 1}
                onSelect={() => select(number)}
                onFold={() => row && void toggleFold(row)}
              >
                {row && highlight(row.text, row.continued, result, currentMatchIn(row, result))}
              </RowView>
            );
          })}
        </div>
      </div>
      {formatted && <PrintedOutput request={request} formatted={formatted} />}
      <PathBar request={request} path={cursor.path} row={activeRow} onNotice={onNotice} />
    </div>
  );
}

const indentOf = (text: string): number => text.length - text.trimStart().length;

/** Returns the index of the current match in the row's text. */
function currentMatchIn(row: Row, result: SearchResult | undefined): number | undefined {
  const match = result?.match;
  if (!match || match.row !== row.row) return undefined;
  const text = result.matchCase ? row.text : foldCase(row.text);
  for (let at = text.indexOf(result.needle); at >= 0; at = text.indexOf(result.needle, at + 1)) {
    if (row.offset + new TextEncoder().encode(row.text.slice(0, at)).length >= match.offset) return at;
  }
  return undefined;
}
