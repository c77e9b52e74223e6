import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Engine, type Input, type Outcome } from './engine';
import { IndentChoice } from './IndentChoice';
import { InputArea } from './InputArea';
import { chooseIndent, useIndent } from './indentation';
import { smallText } from './messages';
import { OutputArea, preloadViewer } from './OutputArea';
import { offline } from './offline';
import { Progress } from './Progress';
import { caretAt } from './places';
import { readInput } from './read-input';
import { Summary } from './Summary';
import { useDrop } from './useDrop';
import { useKeptText } from './useKeptText';

const loadFindings = () => import('./findings');
const FailureReport = lazy(async () => ({ default: (await loadFindings()).FailureReport }));
const WarningList = lazy(async () => ({ default: (await loadFindings()).WarningList }));

const nothing: Outcome = { phase: 'nothing' };

/** The whole of the screen: what goes in, what comes out, and what there is to say about it. */
export function Formatter() {
  const [engine] = useState(() => new Engine());
  const outcome = useSyncExternalStore(engine.subscribe, engine.getOutcome, () => nothing);
  const indent = useIndent();
  /** A text too long for the text area. */
  const [held, setHeld] = useState<Input>();
  const [empty, setEmpty] = useState(false);
  const [reveal, setReveal] = useState<{ offset: number; row: number }>();
  const area = useRef<HTMLTextAreaElement>(null);
  useKeptText(area);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    engine.warmUp();
    offline();
    requestIdleCallback?.(() => {
      void loadFindings();
      preloadViewer();
    });
    return () => engine.stop();
  }, [engine]);

  function format(input = held ?? { text: area.current?.value ?? '', size: area.current?.value.length ?? 0 }, chosen = indent) {
    setReveal(undefined);
    const nothingThere = input.text !== undefined && /^[ \t\r\n]*$/.test(input.text);
    setEmpty(nothingThere);
    if (nothingThere) {
      engine.clear();
      area.current?.focus();
      return;
    }
    if (input.size > smallText / 4) preloadViewer();
    void engine.format(input, chosen);
  }

  /** A text that came as a whole, from a file or the clipboard, is formatted at once: there is nothing left to type. */
  function take(input: Input) {
    if (input.text === undefined || input.size > smallText) {
      setHeld(input);
      button.current?.focus();
    } else {
      setHeld(undefined);
      if (area.current) area.current.value = input.text;
    }
    format(input);
  }

  const takeFile = async (file: File) => take(await readInput(file));
  const dropping = useDrop((data) => {
    const [file] = data.files;
    if (file) void takeFile(file);
  });

  function forgetHeld() {
    setHeld(undefined);
    engine.clear();
    if (area.current) area.current.value = '';
    requestAnimationFrame(() => area.current?.focus());
  }

  function onType() {
    setEmpty(false);
    if (outcome.phase === 'refused' || outcome.phase === 'broken' || outcome.phase === 'cancelled') engine.clear();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    format();
  }

  function goTo(place: { line: number; column: number; offset: number }) {
    if (!held) caretAt(area.current, place);
    else if (outcome.phase === 'formatted') void engine.ask({ ask: 'locate', offset: place.offset }).then(setReveal);
  }

  const refused = empty || outcome.phase === 'refused';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the shortcut wherever the focus is within the tool
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
          <span className="muted text-sm max-sm:hidden" aria-hidden>
            Ctrl + Enter
          </span>
        </div>
      </div>

      <noscript>
        <p className="panel p-4">The formatter runs in your browser and needs its script to be allowed.</p>
      </noscript>
      <div className={`grid items-start gap-4 ${held ? '' : 'lg:grid-cols-2'}`}>
        <div className="flex min-w-0 flex-col gap-2">
          <InputArea
            ref={area}
            held={held}
            refused={refused}
            dropping={dropping}
            onType={onType}
            onTake={take}
            onFile={takeFile}
            onRemove={forgetHeld}
          />
          <Suspense>
            {empty && <FailureReport />}
            {outcome.phase === 'refused' && (
              <FailureReport failure={outcome.failure} held={held !== undefined} ask={engine.ask} onPlace={goTo} />
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
          <OutputArea outcome={outcome} ask={engine.ask} reveal={reveal} tall={held !== undefined} />
          <Summary outcome={outcome} />
          <Suspense>{outcome.phase === 'formatted' && outcome.check && <WarningList check={outcome.check} onPlace={goTo} />}</Suspense>
        </div>
      </div>
    </div>
  );
}
