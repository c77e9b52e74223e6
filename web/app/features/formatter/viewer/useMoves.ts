import { useRef } from 'react';
import { type Layout, type Move, move } from './moves';
import { collapsed, type Selection } from './selection';

interface MovesOptions {
  layout: Layout;
  /** The row of the cursor. */
  active: number;
  setActive: (row: number) => void;
  /** Changes the selection. */
  change: (next: (selection: Selection) => Promise<Selection>) => void;
  /** Scrolls to the row at an index. */
  scrollIntoView: (index: number) => void;
}

/** Moves the cursor by rows, and extends the selection. */
export function useMoves({ layout, active, setActive, change, scrollIntoView }: MovesOptions) {
  /** Column for moves by rows. */
  const column = useRef<number>(undefined);

  function moveRow(by: number) {
    const index = Math.max(0, Math.min(layout.total - 1, layout.indexOf(active) + by));
    const row = layout.rowAt(index);
    setActive(row);
    change(async (selection) => collapsed(await layout.readRow(row), selection));
    scrollIntoView(index);
  }

  function extend(to: Move) {
    change(async ({ anchor, focus }) => {
      const moved = await move(layout, focus, to.unit === 'row' ? { ...to, column: column.current } : to);
      column.current = to.unit === 'row' ? moved.column : undefined;
      const index = layout.indexOf(moved.place.row);
      setActive(layout.rowAt(index));
      scrollIntoView(index);
      return { anchor, focus: moved.place };
    });
  }

  return {
    moveRow,
    extend,
    forgetColumn() {
      column.current = undefined;
    },
  };
}
