import { lazy, Suspense, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { registerServiceWorker } from '../../ui/browser/service-worker';
import { useDrop } from '../../ui/browser/useDrop';
import { whenIdle } from '../../ui/browser/when-idle';
import type { KeyPress } from '../../ui/keys/keys';
import { isShortcut } from '../../ui/keys/shortcuts';
import { useShortcutLabels } from '../../ui/keys/useShortcutLabels';
import { Engine, type Input, type Outcome } from './engine';
import { IndentChoice } from './IndentChoice';
import { InputOutputTabs, type Side } from './InputOutputTabs';
import { chooseIndent, useIndent } from './indentation';
import { InputArea } from './input/InputArea';
import { readInput } from './input/read-input';
import { moveCaret, replaceText } from './input/text-area';
import { usePersistedText } from './input/usePersistedText';
import { maxTextAreaSize } from './messages';
import { receiveDocument } from './new-document';
import { OutputArea, preloadViewer, type Reveal } from './output/OutputArea';
import type { OfferedRepair } from './output/RepairOffer';
import { StatusLine } from './output/StatusLine';

const loadDeferred = () => import('./output/deferred');
const FailureReport = lazy(async () => ({ default: (await loadDeferred()).FailureReport }));
const WarningList = lazy(async () => ({ default: (await loadDeferred()).WarningList }));

const idle: Outcome = { phase: 'idle' };

/** The formatter: input, output, status, errors and warnings. */
export function Formatter() {
  const [engine] = useState(() => new Engine());
  const outcome = useSyncExternalStore(engine.subscribe, engine.getOutcome, () => idle);
  const indent = useIndent();
  /** An input that is too large for the text area. */
  const [largeInput, setLargeInput] = useState<Input>();
  const [empty, setEmpty] = useState(false);
  const [reveal, setReveal] = useState<Reveal>();
  const [notice, setNotice] = useState('');
  /** Restores the text before the last repair. */
  const [undo, setUndo] = useState<() => void>();
  /** The side that a narrow screen shows. */
  const [side, setSide] = useState<Side>('input');
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  // Pasted before this script could format it. Must come before the text of the last visit is restored, which is not formatted again.
  const formatEarlyText = useEffectEvent(() => area.current?.value && format());
  useEffect(() => void formatEarlyText(), []);
  usePersistedText(area);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    engine.warmUp();
    registerServiceWorker('/dev/formatter-offline.js', '/dev/formatter');
    whenIdle()
      .then(preloadViewer)
      .then(loadDeferred)
      .catch(() => {}); // rendering them reports a failure
    return () => engine.stop();
  }, [engine]);

  // Show the result on a narrow screen.
  useEffect(() => {
    if (outcome.phase === 'idle' || outcome.phase === 'cancelled') return;
    setSide(outcome.phase === 'invalid' || outcome.phase === 'failed' ? 'input' : 'output');
  }, [outcome.phase]);

  // Focus does not stay in the side that is hidden.
  useLayoutEffect(() => {
    const hidden = document.getElementById(`${id}-${side === 'input' ? 'output' : 'input'}`);
    if (hidden?.contains(document.activeElement) && !hidden.checkVisibility()) document.getElementById(`${id}-${side}-tab`)?.focus();
  }, [side, id]);

  function format(input = largeInput ?? { text: area.current?.value ?? '', size: area.current?.value.length ?? 0 }, chosen = indent) {
    setReveal(undefined);
    setNotice('');
    const isBlank = input.text !== undefined && /^[ \t\r\n]*$/.test(input.text);
    setEmpty(isBlank);
    if (isBlank) {
      engine.clear();
      area.current?.focus();
      return;
    }
    preloadViewer();
    void engine.format(input, chosen);
  }

  /** Formats an input from a file or the clipboard immediately. */
  function formatInput(input: Input) {
    setUndo(undefined);
    if (input.text === undefined || input.size > maxTextAreaSize) {
      setLargeInput(input);
      button.current?.focus();
    } else {
      setLargeInput(undefined);
      if (area.current) area.current.value = input.text;
    }
    format(input);
  }

  const formatFile = async (file: File) => formatInput(await readInput(file, file.name));
  const formatDocument = useEffectEvent(async (text: Blob) => formatInput(await readInput(text, undefined)));
  useEffect(() => receiveDocument((text) => void formatDocument(text)), []);
  const dropping = useDrop(async (file, others) => {
    await formatFile(file);
    if (others > 0) setNotice(`Opened ${file.name} only. Drop one file at a time.`);
  });

  function removeLargeInput() {
    setUndo(undefined);
    setLargeInput(undefined);
    setSide('input');
    engine.clear();
    if (area.current) area.current.value = '';
    requestAnimationFrame(() => area.current?.focus());
  }

  function onType() {
    setEmpty(false);
    setUndo(undefined);
    if (outcome.phase === 'invalid' || outcome.phase === 'failed' || outcome.phase === 'cancelled') engine.clear();
  }

  function onKeyDown(event: KeyPress) {
    if (!isShortcut(event, 'format')) return;
    event.preventDefault();
    format();
  }

  function goTo(position: { line: number; column: number; offset: number }) {
    if (!largeInput) {
      flushSync(() => setSide('input'));
      moveCaret(area.current, position);
    } else if (outcome.phase === 'formatted') void engine.request({ type: 'locate', offset: position.offset }).then(setReveal);
  }

  /** Formats the repaired text. */
  async function applyRepair({ text, total }: OfferedRepair) {
    const old = largeInput ?? area.current?.value ?? '';
    if (largeInput) formatInput(await readInput(text, largeInput.name));
    else replaceAndFormat(await text.text());
    setNotice(total === 1 ? 'Repaired with one edit.' : `Repaired with ${total} edits.`);
    setUndo(() => () => {
      if (typeof old !== 'string') formatInput(old);
      else replaceAndFormat(old);
      setNotice('The repair is undone.');
    });
  }

  function replaceAndFormat(text: string) {
    setUndo(undefined);
    setLargeInput(undefined);
    if (area.current) replaceText(area.current, text);
    format({ text, size: text.length });
  }

  const keys = useShortcutLabels('format');
  const invalid = empty || outcome.phase === 'invalid';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the shortcut for all controls
    <div className="formatter" onKeyDown={onKeyDown}>
      <div className="formatter-controls">
        <IndentChoice
          indent={indent}
          onChoose={(chosen) => {
            chooseIndent(chosen);
            if (outcome.phase === 'formatted' || outcome.phase === 'running') format(outcome.input, chosen);
          }}
        />
        {!largeInput && <InputOutputTabs side={side} id={id} onChoose={setSide} />}
        <button
          ref={button}
          type="button"
          className="btn btn-primary btn-sm formatter-submit"
          aria-keyshortcuts={keys.aria}
          onClick={() => format()}
        >
          Format
          <span className="text-xs opacity-70 max-lg:hidden" aria-hidden>
            {keys.labels}
          </span>
        </button>
      </div>
      <noscript>
        <p>The formatter runs in your browser and needs JavaScript.</p>
      </noscript>
      <div className="formatter-panes" data-large={largeInput ? '' : undefined}>
        <section id={`${id}-input`} aria-label="Input" className="formatter-pane" data-tab={side === 'input' ? undefined : 'hidden'}>
          <InputArea
            ref={area}
            largeInput={largeInput}
            invalid={invalid}
            dropping={dropping}
            onType={onType}
            onPaste={() => format()}
            onInput={formatInput}
            onFile={formatFile}
            onRemove={removeLargeInput}
          />
          <Suspense>
            {empty && <FailureReport />}
            {outcome.phase === 'invalid' && (
              <FailureReport
                failure={outcome.failure}
                knownRepair={outcome.repair}
                largeInput={largeInput !== undefined}
                request={engine.request}
                onPosition={goTo}
                size={outcome.input.size}
                onRepair={(repair) => void applyRepair(repair)}
              />
            )}
          </Suspense>
        </section>
        <section id={`${id}-output`} aria-label="Output" className="formatter-pane" data-tab={side === 'output' ? undefined : 'hidden'}>
          <OutputArea outcome={outcome} request={engine.request} reveal={reveal} onReveal={setReveal} onNotice={setNotice} />
        </section>
      </div>
      <StatusLine
        outcome={outcome}
        notice={notice}
        onUndo={undo}
        onCancel={() => {
          engine.cancel();
          button.current?.focus();
        }}
      />
      <Suspense>{outcome.phase === 'formatted' && outcome.check && <WarningList check={outcome.check} onPosition={goTo} />}</Suspense>
    </div>
  );
}
