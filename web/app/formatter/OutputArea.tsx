import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { Ask, Outcome } from './engine';
import { useAreaSize } from './useAreaSize';

const loadDeferred = () => import('./deferred');
const loadViewer = () => import('./viewer/Viewer');
const Viewer = lazy(loadViewer);

/** Loads the viewer before it is needed. */
export const preloadViewer = (): void => void loadViewer().catch(() => {}); // rendering the viewer reports a failure

interface OutputAreaProps {
  outcome: Outcome;
  ask: Ask;
  /** The position in the output to scroll to. */
  reveal: { offset: number; row: number } | undefined;
  tall: boolean;
}

/** The output: a text area if it is small, otherwise the viewer, which appears with the first rows. */
export function OutputArea({ outcome, ask, reveal, tall }: OutputAreaProps) {
  const id = useId();
  const size = useAreaSize();
  const area = useRef<HTMLTextAreaElement>(null);
  const [status, setStatus] = useState('');
  const formatted = outcome.phase === 'formatted' ? outcome.formatted : undefined;
  const extent = outcome.phase === 'running' ? outcome.extent : formatted;
  const head = outcome.phase === 'running' ? outcome.head : formatted?.head;
  const inViewer = extent !== undefined && formatted?.text === undefined;

  useEffect(() => setStatus(''), [outcome.phase]);

  async function exportOutput(action: 'copyOutput' | 'downloadOutput') {
    if (outcome.phase === 'formatted') setStatus(await (await loadDeferred())[action](outcome, ask));
  }

  useEffect(() => {
    if (reveal && area.current && formatted?.text !== undefined) selectBytes(area.current, reveal.offset);
  }, [reveal, formatted]);

  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-2">
        <label htmlFor={inViewer ? undefined : id} className="font-semibold">
          Formatted
        </label>
        {outcome.phase === 'formatted' && (
          <div className="flex items-center gap-2">
            <button type="button" className="btn btn-sm" onClick={() => exportOutput('copyOutput')}>
              Copy
            </button>
            <button type="button" className="btn btn-sm" onClick={() => exportOutput('downloadOutput')}>
              Download
            </button>
          </div>
        )}
      </div>
      <p role="status" className={status ? 'text-sm' : 'sr-only'}>
        {status}
      </p>
      {inViewer ? (
        <Suspense fallback={<div className={`card ${tall ? 'formatter-tall' : 'formatter-area'}`} />}>
          <Viewer
            ask={ask}
            extent={extent}
            head={head}
            foldable={outcome.phase === 'formatted' && outcome.indent !== 'none'}
            reveal={reveal}
            tall={tall}
          />
        </Suspense>
      ) : (
        <textarea
          ref={area}
          id={id}
          dir="ltr"
          readOnly
          {...size}
          className="formatter-area input bg-sunken p-2 font-mono text-[0.8125rem] leading-5"
          placeholder="The formatted text appears here"
          spellCheck={false}
          value={formatted?.text ?? ''}
        />
      )}
    </div>
  );
}

/** Selects the token at `offset` bytes. */
function selectBytes(area: HTMLTextAreaElement, offset: number): void {
  const start = new TextDecoder().decode(new TextEncoder().encode(area.value).subarray(0, offset)).length;
  const [token = ''] = /^("(\\.|[^"\\])*"|[^\s,]+)/.exec(area.value.slice(start)) ?? [];
  area.blur();
  area.setSelectionRange(start, start + token.length);
  area.focus();
}
