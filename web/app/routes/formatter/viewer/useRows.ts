import { useEffect, useRef, useState } from 'react';
import type { Ask } from '../engine';
import type { Extent, Row } from '../messages';

const pageSize = 64;
/** Pages kept: what was shown lately is there at once when it is shown again. */
const pagesKept = 40;

/** The rows of the output, fetched by the page from the worker as they are shown. */
export function useRows(ask: Ask, extent: Extent): (row: number) => Row | undefined {
  const pages = useRef(new Map<number, Row[] | 'asked'>());
  const [, setChanges] = useState(0);

  // A page that was not full may have grown.
  useEffect(() => {
    for (const [page, rows] of pages.current)
      if (rows !== 'asked' && rows.length < pageSize && page * pageSize + rows.length < extent.rows) pages.current.delete(page);
    setChanges((changes) => changes + 1);
  }, [extent.rows]);

  function fetch(page: number) {
    pages.current.set(page, 'asked');
    void ask({ ask: 'rows', from: page * pageSize, count: pageSize }).then((rows) => {
      pages.current.delete(page); // and set anew: the last one asked for is the last in order
      pages.current.set(page, rows);
      for (const old of pages.current.keys()) {
        if (pages.current.size <= pagesKept) break;
        if (pages.current.get(old) !== 'asked') pages.current.delete(old);
      }
      setChanges((changes) => changes + 1);
    });
  }

  return (row) => {
    const page = Math.floor(row / pageSize);
    const rows = pages.current.get(page);
    if (rows === undefined) fetch(page);
    return rows === undefined || rows === 'asked' ? undefined : rows[row - page * pageSize];
  };
}
