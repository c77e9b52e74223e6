import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { Ask, Outcome } from './engine';
import { useAreaSize } from './useAreaSize';

const findings = () => import('./findings');
const load = () => import('./viewer/Viewer');
const Viewer = lazy(load);

/** The viewer is needed soon. */
export const preloadViewer = (): void => void load().catch(() => {}); // a failure shows when it is needed

interface OutputAreaProps {
  outcome: Outcome;
  ask: Ask;
  /** A place of the output to be shown. */
  reveal: { offset: number; row: number } | undefined;
  tall: boolean;
}

/** The formatted text: small in a text area, large in the viewer, which is there as soon as there is something to see. */
export function OutputArea({ outcome, ask, reveal, tall }: OutputAreaProps) {
  const id = useId();
  const size = useAreaSize();
  const area = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState('');
  const formatted = outcome.phase === 'formatted' ? outcome.formatted : undefined;
  const extent = outcome.phase === 'running' ? outcome.extent : formatted;
  const head = outcome.phase === 'running' ? outcome.head : formatted?.head;
  const inViewer = extent !== undefined && formatted?.text === undefined;

  useEffect(() => setSaid(''), [outcome.phase]);

  async function carryOff(how: 'copyOutput' | 'downloadOutput') {
    if (outcome.phase === 'formatted') setSaid(await (await findings())[how](outcome, ask));
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
            <button type="button" className="btn btn-sm border-base-300 bg-base-100 text-sm" onClick={() => carryOff('copyOutput')}>
              Copy
            </button>
            <button type="button" className="btn btn-sm border-base-300 bg-base-100 text-sm" onClick={() => carryOff('downloadOutput')}>
              Download
            </button>
          </div>
        )}
      </div>
      <p role="status" className={said ? 'text-sm' : 'sr-only'}>
        {said}
      </p>
      {inViewer ? (
        <Suspense fallback={<div className={`panel ${tall ? 'formatter-tall' : 'formatter-area'}`} />}>
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
          className="formatter-area textarea w-full bg-base-200 p-2 font-mono text-[0.8125rem] leading-5"
          placeholder="The formatted text appears here"
          spellCheck={false}
          value={formatted?.text ?? ''}
        />
      )}
    </div>
  );
}

/** Selects the token that begins after `offset` bytes. */
function selectBytes(area: HTMLTextAreaElement, offset: number): void {
  const start = new TextDecoder().decode(new TextEncoder().encode(area.value).subarray(0, offset)).length;
  const [token = ''] = /^("(\\.|[^"\\])*"|[^\s,]+)/.exec(area.value.slice(start)) ?? [];
  area.blur();
  area.setSelectionRange(start, start + token.length);
  area.focus();
}
