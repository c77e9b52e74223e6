import { isApple } from '../../../ui/keys/keys';
import type { Line, Row } from '../messages';
import { indexIn, type Place, placeIn, step } from './selection';

/** The rows that are not folded, and access to all rows. */
export interface Layout {
  /** Number of rows that are not folded. */
  total: number;
  /** Bytes and rows of the output. */
  extent: { bytes: number; rows: number };
  rowAt: (index: number) => number;
  /** Returns the index of a row, or that of the row that its fold shows. */
  indexOf: (row: number) => number;
  /** Returns the row that closes a folded row. */
  closingOf: (row: number) => Row | undefined;
  readRow: (row: number) => Promise<Row | undefined>;
  readLine: (offset: number) => Promise<Line>;
}

export type Move =
  | { unit: 'character' | 'word'; forwards: boolean }
  | { unit: 'line'; forwards: boolean }
  | { unit: 'text'; forwards: boolean }
  /** Moves by rows to a column, if the row has it. */
  | { unit: 'row'; by: number; column: number | undefined };

export const startOf = (row: Row): Place => ({ offset: row.offset, row: row.row });

/** Returns the end of a row, or that of its fold. */
export function endOf(row: Row, closing: Row | undefined): Place {
  const last = closing ?? row;
  return { offset: last.end, row: last.row };
}

/** Returns the place after a move, and its column for the next move by rows. */
export async function move(layout: Layout, from: Place, to: Move): Promise<{ place: Place; column: number }> {
  const index = layout.indexOf(from.row);
  const row = await layout.readRow(layout.rowAt(index));
  if (!row) return { place: from, column: 0 };
  const closing = layout.closingOf(row.row);
  const column = indexIn(row, from.offset);
  const at = (place: Place, column = 0) => ({ place, column });
  switch (to.unit) {
    case 'text':
      return at(to.forwards ? { offset: layout.extent.bytes, row: layout.extent.rows - 1 } : { offset: 0, row: 0 });
    case 'line': {
      const line = await layout.readLine(from.offset);
      if (!to.forwards) return at({ offset: line.offset, row: line.rows[0] });
      return closing ? at(endOf(row, closing), row.text.length) : at({ offset: line.end, row: line.rows[1] }, Infinity);
    }
    case 'row': {
      const wanted = to.column ?? column;
      const target = index + to.by;
      if (target < 0) return { place: { offset: 0, row: 0 }, column: wanted };
      if (target >= layout.total) return { place: { offset: layout.extent.bytes, row: layout.extent.rows - 1 }, column: wanted };
      const next = await layout.readRow(layout.rowAt(target));
      return { place: next ? placeIn(next, Math.min(wanted, next.text.length)) : from, column: wanted };
    }
    default: {
      const inFold = closing !== undefined && from.offset > row.end;
      const next = inFold ? undefined : step(row.text, column, to.unit, to.forwards);
      if (next !== undefined) return at(placeIn(row, next), next);
      if (closing && to.forwards !== inFold) return at(to.forwards ? endOf(row, closing) : placeIn(row, row.text.length), row.text.length);
      const other = await layout.readRow(layout.rowAt(index + (to.forwards ? 1 : -1)));
      if (!other || (!to.forwards && index === 0) || (to.forwards && index === layout.total - 1)) return at(from, column);
      const place = to.forwards ? startOf(other) : endOf(other, layout.closingOf(other.row));
      // Between two parts of a long line, both rows have the same offset.
      return place.offset === from.offset ? move(layout, place, to) : at(place, indexIn(other, place.offset));
    }
  }
}

/** Returns the move of keys that extend the selection, which are those of text fields. `page`: rows per page. */
export function moveOf(keys: string, page: number): Move | undefined {
  const forwards = /Right|Down|End/.test(keys);
  const by = (rows: number): Move => ({ unit: 'row', by: forwards ? rows : -rows, column: undefined });
  switch (keys.replace(/Left|Right|Up|Down|Home|End/, '*')) {
    case 'Shift+Arrow*':
      return /Up|Down/.test(keys) ? by(1) : { unit: 'character', forwards };
    case 'Shift+Page*':
      return by(page);
    case 'Shift+*':
      return { unit: 'line', forwards };
    case 'Mod+Shift+*':
      return { unit: 'text', forwards };
    case 'Alt+Shift+Arrow*':
      return isApple() && /Left|Right/.test(keys) ? { unit: 'word', forwards } : undefined;
    case 'Mod+Shift+Arrow*':
      if (/Up|Down/.test(keys)) return isApple() ? { unit: 'text', forwards } : by(1);
      return { unit: isApple() ? 'line' : 'word', forwards };
    default:
      return undefined;
  }
}
