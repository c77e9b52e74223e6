import { useEffect, useState } from 'react';
import type { SendRequest } from '../engine';
import type { Cursor, Row } from '../messages';
import { copyText } from '../output/export-output';

/** Asks for the path of the row at the cursor. */
export function useCursor(request: SendRequest, offset: number | undefined, enabled: boolean): Cursor {
  const [cursor, setCursor] = useState<Cursor>({});
  useEffect(() => {
    let isCurrent = true;
    if (!enabled || offset === undefined) setCursor({});
    else void request({ type: 'cursor', offset }).then((cursor) => isCurrent && setCursor(cursor));
    return () => {
      isCurrent = false;
    };
  }, [request, offset, enabled]);
  return cursor;
}

interface PathBarProps {
  request: SendRequest;
  path: string | undefined;
  row: Row | undefined;
  onNotice: (notice: string) => void;
}

/** Shows the path of the cursor, such as `$.users[3].name`, and copies it or the value. */
export function PathBar({ request, path, row, onNotice }: PathBarProps) {
  async function copyValue() {
    if (!row) return;
    const { size, value } = await request({ type: 'value', offset: row.offset });
    onNotice(await copyText(size, async () => (await value?.text()) ?? '', 'Value copied.'));
  }
  return (
    <div className="formatter-bar formatter-path">
      <output aria-label="Path of the cursor" className="formatter-path-text" title={path} aria-live="off">
        <bdi dir="ltr">{path ?? ''}</bdi>
      </output>
      <button
        type="button"
        className="formatter-tool"
        disabled={path === undefined}
        onClick={async () => onNotice(await copyText(path?.length ?? 0, async () => path ?? '', 'Path copied.'))}
      >
        Copy path
      </button>
      <button type="button" className="formatter-tool" disabled={path === undefined} onClick={() => void copyValue()}>
        Copy value
      </button>
    </div>
  );
}
