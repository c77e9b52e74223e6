import { useEffect, useState } from 'react';
import { formatNumber } from '../../../ui/numbers';
import type { SendRequest } from '../engine';
import { type Cursor, maxCopySize, type Row } from '../messages';
import { openDocument } from '../new-document';
import { copyText } from '../output/export-output';
import { readableSize } from '../readable';

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
  cursor: Cursor;
  row: Row | undefined;
  /** Bytes of the selection. */
  selected: number;
  /** Whether the next click extends the selection. */
  extending: boolean;
  onExtend: () => void;
  onCopy: () => void;
  onDownload: () => void;
  onNotice: (notice: string) => void;
}

/** Shows the path of the cursor, such as `$.users[3].name`, and copies it or the value; or copies the selection. */
export function PathBar({ request, cursor, row, selected, extending, onExtend, onCopy, onDownload, onNotice }: PathBarProps) {
  const { path, content, document } = cursor;

  async function copyValue(type: 'value' | 'text') {
    if (!row) return;
    const { size, value } = await request({ type, offset: row.offset });
    onNotice(await copyText(size, async () => (await value?.text()) ?? '', type === 'text' ? 'Text copied.' : 'Value copied.'));
  }

  async function open() {
    if (row) onNotice(await openDocument(() => request({ type: 'text', offset: row.offset })));
  }

  return (
    <div className="formatter-bar formatter-path">
      {document && selected === 0 && <span className="formatter-document">Document {formatNumber(document)}</span>}
      {selected > 0 ? (
        <output aria-label="Selection" className="formatter-path-text">
          <bdi dir="ltr">{readableSize(selected)} selected</bdi>
        </output>
      ) : (
        <output aria-label="Path of the cursor" className="formatter-path-text" title={path} aria-live="off">
          <bdi dir="ltr">{path ?? ''}</bdi>
        </output>
      )}
      <button
        type="button"
        className="formatter-tool formatter-extend"
        aria-pressed={extending}
        title="Extend the selection to where you tap"
        onClick={onExtend}
      >
        Extend
      </button>
      {selected > maxCopySize ? (
        <button type="button" className="formatter-tool" onClick={onDownload}>
          Download selection
        </button>
      ) : selected > 0 ? (
        <button type="button" className="formatter-tool" onClick={onCopy}>
          Copy selection
        </button>
      ) : (
        <>
          <button
            type="button"
            className="formatter-tool"
            disabled={path === undefined}
            onClick={async () => onNotice(await copyText(path?.length ?? 0, async () => path ?? '', 'Path copied.'))}
          >
            Copy path
          </button>
          <button type="button" className="formatter-tool" disabled={path === undefined} onClick={() => void copyValue('value')}>
            Copy value
          </button>
          {content && (
            <button type="button" className="formatter-tool" title="Without quotes and escapes" onClick={() => void copyValue('text')}>
              Copy text
            </button>
          )}
          {content === 'json' && (
            <button type="button" className="formatter-tool" title="Format the text of the string in a new tab" onClick={() => void open()}>
              Open as JSON
            </button>
          )}
        </>
      )}
    </div>
  );
}
