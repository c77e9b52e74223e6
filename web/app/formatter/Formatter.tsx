import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { registerServiceWorker } from '../shell/service-worker';
import { Engine, type Input, type Outcome } from './engine';
import { IndentChoice } from './IndentChoice';
import { InputArea } from './InputArea';
import { chooseIndent, useIndent } from './indentation';
import { maxTextAreaSize } from './messages';
import { moveCaret } from './move-caret';
import { OutputArea, preloadViewer } from './OutputArea';
import { Progress } from './Progress';
import { readInput } from './read-input';
import { Summary } from './Summary';
import { useDrop } from './useDrop';
import { usePersistedText } from './usePersistedText';

const loadDeferred = () => import('./deferred');
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
  const [reveal, setReveal] = useState<{ offset: number; row: number }>();
  const area = useRef<HTMLTextAreaElement>(null);
  usePersistedText(area);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    engine.warmUp();
    registerServiceWorker('/dev/formatter-offline.js', '/dev/formatter');
    requestIdleCallback?.(() => {
      void loadDeferred();
      preloadViewer();
    });
    return () => engine.stop();
  }, [engine]);

  function format(input = largeInput ?? { text: area.current?.value ?? '', size: area.current?.value.length ?? 0 }, chosen = indent) {
    setReveal(undefined);
    const isBlank = input.text !== undefined && /^[ \t\r\n]*$/.test(input.text);
    setEmpty(isBlank);
    if (isBlank) {
      engine.clear();
      area.current?.focus();
      return;
    }
    if (input.size > maxTextAreaSize / 4) preloadViewer();
    void engine.format(input, chosen);
  }

  /** Formats an input from a file or the clipboard immediately. */
  function formatInput(input: Input) {
    if (input.text === undefined || input.size > maxTextAreaSize) {
      setLargeInput(input);
      button.current?.focus();
    } else {
      setLargeInput(undefined);
      if (area.current) area.current.value = input.text;
    }
    format(input);
  }

  const formatFile = async (file: File) => formatInput(await readInput(file));
  const dropping = useDrop((data) => {
    const [file] = data.files;
    if (file) void formatFile(file);
  });

  function removeLargeInput() {
    setLargeInput(undefined);
    engine.clear();
    if (area.current) area.current.value = '';
    requestAnimationFrame(() => area.current?.focus());
  }

  function onType() {
    setEmpty(false);
    if (outcome.phase === 'invalid' || outcome.phase === 'failed' || outcome.phase === 'cancelled') engine.clear();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    format();
  }

  function goTo(position: { line: number; column: number; offset: number }) {
    if (!largeInput) moveCaret(area.current, position);
    else if (outcome.phase === 'formatted') void engine.ask({ ask: 'locate', offset: position.offset }).then(setReveal);
  }

  const invalid = empty || outcome.phase === 'invalid';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the shortcut for all controls
    <div className="flex flex-col gap-4" onKeyDown={onKeyDown}>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <IndentChoice
          indent={indent}
          onChoose={(chosen) => {
            chooseIndent(chosen);
            if (outcome.phase === 'formatted' || outcome.phase === 'running') format(outcome.input, chosen);
          }}
        />
        <div className="flex items-center gap-3 max-sm:w-full">
          <button
            ref={button}
            type="button"
            className="btn btn-primary max-sm:grow"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={() => format()}
          >
            Format
          </button>
          <span className="text-muted text-sm max-sm:hidden" aria-hidden>
            Ctrl + Enter
          </span>
        </div>
      </div>

      <noscript>
        <p className="card p-4">The formatter runs in your browser and needs JavaScript.</p>
      </noscript>
      <div className={`grid items-start gap-4 ${largeInput ? '' : 'lg:grid-cols-2'}`}>
        <div className="flex min-w-0 flex-col gap-2">
          <InputArea
            ref={area}
            largeInput={largeInput}
            invalid={invalid}
            dropping={dropping}
            onType={onType}
            onInput={formatInput}
            onFile={formatFile}
            onRemove={removeLargeInput}
          />
          <Suspense>
            {empty && <FailureReport />}
            {outcome.phase === 'invalid' && (
              <FailureReport failure={outcome.failure} largeInput={largeInput !== undefined} ask={engine.ask} onPosition={goTo} />
            )}
          </Suspense>
        </div>
        <div className="flex min-w-0 flex-col gap-2">
          {outcome.phase === 'running' && (
            <Progress
              outcome={outcome}
              onCancel={() => {
                engine.cancel();
                button.current?.focus();
              }}
            />
          )}
          <OutputArea outcome={outcome} ask={engine.ask} reveal={reveal} tall={largeInput !== undefined} />
          <Summary outcome={outcome} />
          <Suspense>{outcome.phase === 'formatted' && outcome.check && <WarningList check={outcome.check} onPosition={goTo} />}</Suspense>
        </div>
      </div>
    </div>
  );
}
