import { useEffect, useState } from 'react';
import type { Ask } from '../engine';
import { type Extent, headRows, type Row } from '../messages';

const pageSize = headRows;
/** Pages kept: what was shown lately is there at once when it is shown again. */
const pagesKept = 40;

/** The rows of the output, fetched by the page from the worker as they are shown. */
export function useRows(ask: Ask, extent: Extent, head: Row[] | undefined): (row: number) => Row | undefined {
  const [pages] = useState(() => new Map<number, Row[] | 'asked'>(head && [[0, head]]));
  const [, setChanges] = useState(0);

  // A page that was not full may have grown.
  useEffect(() => {
    for (const [page, rows] of pages)
      if (rows !== 'asked' && rows.length < pageSize && page * pageSize + rows.length < extent.rows) pages.delete(page);
    setChanges((changes) => changes + 1);
  }, [extent.rows]);

  function fetch(page: number) {
    pages.set(page, 'asked');
    void ask({ ask: 'rows', from: page * pageSize, count: pageSize }).then((rows) => {
      pages.delete(page); // and set anew: the last one asked for is the last in order
      pages.set(page, rows);
      for (const old of pages.keys()) {
        if (pages.size <= pagesKept) break;
        if (pages.get(old) !== 'asked') pages.delete(old);
      }
      setChanges((changes) => changes + 1);
    });
  }

  return (row) => {
    const page = Math.floor(row / pageSize);
    const rows = pages.get(page);
    if (rows === undefined) fetch(page);
    return rows === undefined || rows === 'asked' ? undefined : rows[row - page * pageSize];
  };
}
