import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatNumber } from '../../../ui/numbers';
import type { SendRequest } from '../engine';
import type { Formatted, Row } from '../messages';
import { visible } from '../visible';

/** Maximum rows and characters on paper: about 200 pages. */
const limits = { rows: 10_000, characters: 1_000_000 };

/** Rows per request. */
const pageSize = 1_000;

/** The whole output while the page is printed, because the viewer has only the visible rows. Says on paper if the output is longer than what is printed. */
export function PrintedOutput({ request, formatted }: { request: SendRequest; formatted: Formatted }) {
  const [rows, setRows] = useState<Row[]>([]);
  const [isPrinting, setIsPrinting] = useState(false);

  // In advance, because `beforeprint` does not wait.
  useEffect(() => {
    let isCurrent = true;
    void readRows(request, Math.min(formatted.rows, limits.rows)).then((rows) => isCurrent && setRows(rows));
    return () => {
      isCurrent = false;
    };
  }, [request, formatted]);

  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);

  if (!isPrinting) return null;
  return (
    <div className="formatter-printed">
      {rows.length < formatted.rows && (
        <p>
          Only the first {formatNumber(rows.at(-1)?.line ?? 0)} of {formatNumber(formatted.lines)} lines are printed. Download the file to
          get all.
        </p>
      )}
      <pre dir="ltr">{visible(rows.map(({ text, continued, row }) => (continued || row === 0 ? text : `\n${text}`)).join(''))}</pre>
    </div>
  );
}

async function readRows(request: SendRequest, count: number): Promise<Row[]> {
  const rows: Row[] = [];
  let characters = 0;
  while (rows.length < count) {
    for (const row of await request({ type: 'rows', from: rows.length, count: Math.min(pageSize, count - rows.length) })) {
      characters += row.text.length;
      if (characters > limits.characters) return rows;
      rows.push(row);
    }
  }
  return rows;
}
