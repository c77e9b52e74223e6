import { useEffect, useState } from 'react';
import type { SendRequest } from '../engine';
import { type Extent, headRows, type Row } from '../messages';

const pageSize = headRows;
/** Maximum number of cached pages. */
const maxPages = 40;

/** Fetches rows from the worker, page by page, when they are shown. @returns a function that reads the cache. */
export function useRows(request: SendRequest, extent: Extent, head: Row[] | undefined): (row: number) => Row | undefined {
  const [pages] = useState(() => new Map<number, Row[] | 'pending'>(head && [[0, head]]));
  const [, setChanges] = useState(0);

  // An incomplete page may have grown.
  useEffect(() => {
    for (const [page, rows] of pages)
      if (rows !== 'pending' && rows.length < pageSize && page * pageSize + rows.length < extent.rows) pages.delete(page);
    setChanges((changes) => changes + 1);
  }, [extent.rows]);

  function fetch(page: number) {
    pages.set(page, 'pending');
    void request({ type: 'rows', from: page * pageSize, count: pageSize }).then((rows) => {
      pages.delete(page); // insert again: the Map's order is the order of use
      pages.set(page, rows);
      for (const old of pages.keys()) {
        if (pages.size <= maxPages) break;
        if (pages.get(old) !== 'pending') pages.delete(old);
      }
      setChanges((changes) => changes + 1);
    });
  }

  return (row) => {
    const page = Math.floor(row / pageSize);
    const rows = pages.get(page);
    if (rows === undefined) fetch(page);
    return rows === undefined || rows === 'pending' ? undefined : rows[row - page * pageSize];
  };
}
