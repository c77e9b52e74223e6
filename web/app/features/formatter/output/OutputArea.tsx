import { type FormEvent, useId, useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part';
import type { Outcome, SendRequest } from '../engine';
import { useAreaSize } from '../useAreaSize';

const loadDeferred = () => import('./deferred');
const loadViewer = () => import('../viewer/Viewer');
const Viewer = lazyPart(async () => (await loadViewer()).default);

/** Loads the viewer before it is needed. */
export const preloadViewer = (): void => void loadViewer().catch(() => {}); // rendering the viewer reports a failure

/** A position in the output to scroll to. */
export interface Reveal {
  offset?: number;
  row: number;
}

interface OutputAreaProps {
  outcome: Outcome;
  request: SendRequest;
  reveal: Reveal | undefined;
  onReveal: (reveal: Reveal) => void;
  onNotice: (notice: string) => void;
}

/**
 * The output. The viewer covers a read-only text area, which has the text if it is small: it shows the text until the viewer has loaded, and
 * lets screen readers read it without the tree.
 */
export function OutputArea({ outcome, request, reveal, onReveal, onNotice }: OutputAreaProps) {
  const id = useId();
  const size = useAreaSize();
  const [wrap, setWrap] = useState(false);
  const formatted = outcome.phase === 'formatted' ? outcome.formatted : undefined;
  const extent = outcome.phase === 'running' ? outcome.extent : formatted;
  const head = outcome.phase === 'running' ? outcome.head : formatted?.head;

  async function exportOutput(action: 'copyOutput' | 'downloadOutput') {
    if (outcome.phase === 'formatted') onNotice(await (await loadDeferred())[action](outcome, request));
  }

  async function goToLine(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const line = Number(new FormData(event.currentTarget).get('line'));
    if (line >= 1 && extent) onReveal({ row: await request({ type: 'rowOfLine', line: Math.min(line, extent.lines) }) });
  }

  return (
    <>
      <div className="formatter-bar">
        <label htmlFor={id} className={`formatter-title ${extent ? 'max-sm:sr-only' : ''}`}>
          Formatted
        </label>
        {extent && (
          <div className="formatter-tools">
            <form onSubmit={(event) => void goToLine(event)}>
              <input
                name="line"
                type="number"
                min={1}
                max={extent.lines}
                required
                aria-label="Line"
                placeholder="Line"
                className="formatter-line"
              />
              <button type="submit" className="formatter-tool">
                Go
              </button>
            </form>
            <button type="button" className="formatter-tool" aria-pressed={wrap} onClick={() => setWrap(!wrap)}>
              Wrap
            </button>
            <button type="button" className="formatter-tool" disabled={!formatted} onClick={() => void exportOutput('copyOutput')}>
              Copy
            </button>
            <button type="button" className="formatter-tool" disabled={!formatted} onClick={() => void exportOutput('downloadOutput')}>
              Download
            </button>
          </div>
        )}
      </div>
      <div className="formatter-output">
        <textarea
          id={id}
          dir="ltr"
          readOnly
          {...size}
          tabIndex={extent ? -1 : 0}
          className="formatter-text"
          placeholder="The formatted text appears here"
          spellCheck={false}
          value={formatted?.text ?? ''}
        />
        {extent && (
          <Viewer
            request={request}
            extent={extent}
            formatted={formatted}
            isChecked={outcome.phase === 'formatted' && outcome.check?.complete === true}
            head={head}
            levelWidth={outcome.phase === 'formatted' ? levelWidths[outcome.indent] : undefined}
            reveal={reveal}
            wrap={wrap}
            onNotice={onNotice}
          />
        )}
      </div>
    </>
  );
}

const levelWidths = { 2: 2, 4: 4, tab: 1, none: undefined };
