import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Ask } from '../engine';
import type { Extent, Row } from '../messages';
import { readableCount } from '../readable';
import { type Folds, hiddenRows, indexOf, outermost, rowAt } from './folds';
import { foldCase, highlight } from './highlight';
import { SearchBar, type SearchResult } from './SearchBar';
import { useRows } from './useRows';
import { rowHeight, useScroll } from './useScroll';

interface ViewerProps {
  ask: Ask;
  extent: Extent;
  /** The first rows. */
  head: Row[] | undefined;
  /** Whether objects and arrays can be folded: the output is complete and indented. */
  foldable: boolean;
  reveal: { offset: number; row: number } | undefined;
  tall: boolean;
}

const opens = /[{[]$/;

/** Virtualised viewer for text of any length: only visible rows are in the DOM. */
export default function Viewer({ ask, extent, head, foldable, reveal, tall }: ViewerProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const [wrap, setWrap] = useState(false);
  const [folds, setFolds] = useState<Folds>(new Map());
  const [active, setActive] = useState(0);
  const [result, setResult] = useState<SearchResult>();
  /** A row to scroll to after its folds are open. */
  const [scrollTarget, setScrollTarget] = useState<{ row: number }>();
  const outer = useMemo(() => outermost(folds), [folds]);
  const total = extent.rows - hiddenRows(outer);
  const { position, height, scrollTo } = useScroll(scroller, total, wrap);
  const rowOf = useRows(ask, extent, head);

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

  /** Makes a row active and scrolls to it. */
  function show(row: number) {
    setFolds((folds) => new Map([...folds].filter(([from, end]) => !(row > from && row <= end))));
    setActive(row);
    setScrollTarget({ row });
  }

  useEffect(() => {
    if (!scrollTarget) return;
    const index = indexOf(scrollTarget.row, outer);
    if (index < position + 1 || index > position + height / rowHeight - 2) scrollTo(index - Math.floor(height / rowHeight / 3));
  }, [scrollTarget]);

  // Scroll once per `reveal` object.
  useEffect(() => {
    if (!reveal) return;
    show(reveal.row);
    scroller.current?.focus();
  }, [reveal]);

  // The match may be outside the visible columns.
  useEffect(() => {
    const mark = layer.current?.querySelector('mark[data-current]');
    const box = scroller.current;
    if (!mark || !box) return;
    const [inside, around] = [mark.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inside.right > around.right - 24) box.scrollLeft += inside.right - around.right + around.width / 3;
    else if (inside.left < around.left + 96) box.scrollLeft -= around.left + around.width / 3 - inside.left;
  });

  async function toggleFold(row: Row) {
    if (folds.has(row.row)) setFolds(new Map([...folds].filter(([from]) => from !== row.row)));
    else {
      const end = await ask({ ask: 'foldEnd', row: row.row, indent: indentOf(row.text) });
      if (end > row.row) setFolds((folds) => new Map(folds).set(row.row, end));
    }
  }

  function move(by: number) {
    const index = Math.max(0, Math.min(total - 1, indexOf(active, outer) + by));
    setActive(rowAt(index, outer));
    const rows = Math.floor(height / rowHeight) - 1;
    if (index < position) scrollTo(index);
    else if (index > position + rows - 1) scrollTo(index - rows + 1);
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rowOf(active);
    const page = Math.max(1, Math.floor(height / rowHeight) - 2);
    const command = event.ctrlKey || event.metaKey;
    const keyActions: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      PageDown: () => move(page),
      PageUp: () => move(-page),
      Home: () => move(-total),
      End: () => move(total),
      ArrowLeft: () => row && canFold(row) && !folds.has(row.row) && void toggleFold(row),
      ArrowRight: () => row && folds.has(row.row) && void toggleFold(row),
      // The browser's search finds only visible rows.
      f: () => command && searchField.current?.select(),
    };
    const action = keyActions[event.key];
    if (!action || event.altKey || (event.key === 'f' && !command)) return;
    event.preventDefault();
    action();
  }

  const canFold = (row: Row) => foldable && !row.continued && opens.test(row.text);
  const digits = String(extent.lines).length;
  return (
    <div className="card flex min-w-0 flex-col">
      <SearchBar
        ask={ask}
        field={searchField}
        lines={extent.lines}
        wrap={wrap}
        onWrap={() => {
          const row = rowAt(Math.floor(position), outer);
          setWrap(!wrap);
          setScrollTarget({ row });
        }}
        onResult={(result) => {
          setResult(result);
          if (result.match) show(result.match.row);
        }}
        onLine={async (line) => {
          show(await ask({ ask: 'rowOfLine', line }));
          scroller.current?.focus();
        }}
      />
      <div
        ref={scroller}
        role="tree"
        aria-label={`Formatted text, ${readableCount(extent.lines)} lines`}
        aria-activedescendant={visibleRows.includes(active) ? `${id}-${active}` : undefined}
        tabIndex={0}
        dir="ltr"
        className={`relative overflow-auto overscroll-contain rounded-b-md font-mono text-[0.8125rem] leading-5 ${tall ? 'formatter-tall' : 'formatter-view'}`}
        onKeyDown={onKeyDown}
        data-viewer
      >
        <div data-spacer aria-hidden className="w-px" />
        <div ref={layer} role="presentation" className={`absolute top-0 left-0 min-w-full ${wrap ? 'w-full' : 'w-max'}`}>
          {visibleRows.map((number, index) => {
            const row = rowOf(number);
            const folded = folds.has(number);
            const foldableRow = row !== undefined && (folded || canFold(row));
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the tree has focus and names the active row
              // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
              <div
                key={number}
                id={`${id}-${number}`}
                role="treeitem"
                aria-level={row ? Math.floor(indentOf(row.text)) + 1 : 1}
                aria-setsize={total}
                aria-posinset={first + index + 1}
                aria-expanded={foldableRow ? !folded : undefined}
                aria-selected={number === active}
                className={`flex ${wrap ? '' : 'h-5'} ${number === active ? 'bg-sunken' : ''}`}
                data-row={number}
                onClick={() => setActive(number)}
              >
                <span
                  aria-hidden
                  className={`text-muted sticky left-0 flex shrink-0 select-none bg-raised pl-2 ${number === active ? 'bg-sunken' : ''}`}
                >
                  <span className={`inline-block text-right ${widths[digits] ?? 'min-w-24'}`}>{row && !row.continued ? row.line : ''}</span>
                  {foldableRow ? (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
                    // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer only
                    <span className="w-6 cursor-pointer text-center" data-fold onClick={() => row && void toggleFold(row)}>
                      <Chevron folded={folded} />
                    </span>
                  ) : (
                    <span className="w-6 text-center">{row?.continued ? '↪' : ''}</span>
                  )}
                </span>
                <span className={`pr-4 ${wrap ? 'wrap-anywhere min-w-0 whitespace-pre-wrap' : 'whitespace-pre'}`}>
                  {row && highlight(row.text, row.continued, result?.needle ?? '', currentMatchIn(row, result))}
                  {folded && row && <span className="text-muted">{` … ${row.text.endsWith('{') ? '}' : ']'}`}</span>}
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Width of the line numbers, by number of digits. */
const widths = [
  '',
  'min-w-[1ch]',
  'min-w-[2ch]',
  'min-w-[3ch]',
  'min-w-[4ch]',
  'min-w-[5ch]',
  'min-w-[6ch]',
  'min-w-[7ch]',
  'min-w-[8ch]',
  'min-w-[9ch]',
];

const indentOf = (text: string): number => text.length - text.trimStart().length;

const Chevron = ({ folded }: { folded: boolean }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 12 12"
    className={`inline size-3 ${folded ? '-rotate-90' : ''}`}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
  >
    <path d="M2.5 4.5 6 8l3.5-3.5" />
  </svg>
);

/** Returns the index of the current match in the row's text. */
function currentMatchIn(row: Row, result: SearchResult | undefined): number | undefined {
  const match = result?.match;
  if (!match || match.row !== row.row) return undefined;
  const folded = foldCase(row.text);
  for (let at = folded.indexOf(result.needle); at >= 0; at = folded.indexOf(result.needle, at + 1)) {
    if (row.offset + new TextEncoder().encode(row.text.slice(0, at)).length >= match.offset) return at;
  }
  return undefined;
}
