import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useDrop } from '../../ui/browser/useDrop';
import { Engine, type Input, type Outcome } from './engine';
import type { Side } from './InputOutputTabs';
import { readIndent, useIndent } from './indentation';
import { readInput } from './input/read-input';
import { moveCaret, replaceText } from './input/text-area';
import { usePersistedText } from './input/usePersistedText';
import { maxTextAreaSize } from './messages';
import { receiveDocument } from './new-document';
import { preloadViewer, type Reveal } from './output/OutputArea';
import type { OfferedRepair } from './output/RepairOffer';

const idle: Outcome = { phase: 'idle' };

/** The state of the formatter, and what its controls do. `id` begins the ids of both sides. */
export function useFormatter(id: string) {
  const [engine] = useState(() => new Engine());
  const outcome = useSyncExternalStore(engine.subscribe, engine.getOutcome, () => idle);
  const [side, setSide] = useSide(outcome.phase, id);
  const indent = useIndent();
  /** An input that is too large for the text area. */
  const [largeInput, setLargeInput] = useState<Input>();
  const [empty, setEmpty] = useState(false);
  const [reveal, setReveal] = useState<Reveal>();
  const [notice, setNotice] = useState('');
  /** Restores the text before the last repair. */
  const [undo, setUndo] = useState<() => void>();
  const area = useRef<HTMLTextAreaElement>(null);
  // Pasted before this script could format it. Must come before the text of the last visit is restored, which is not formatted again.
  const formatEarlyText = useEffectEvent(() => area.current?.value && format(undefined, readIndent()));
  useEffect(() => void formatEarlyText(), []);
  usePersistedText(area);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    engine.warmUp();
    return () => engine.stop();
  }, [engine]);

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
    flushSync(() => {
      setLargeInput(undefined);
      setSide('input');
    });
    engine.clear();
    if (area.current) area.current.value = '';
    area.current?.focus();
  }

  function onType() {
    setEmpty(false);
    setUndo(undefined);
    if (outcome.phase === 'invalid' || outcome.phase === 'failed' || outcome.phase === 'cancelled') engine.clear();
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

  function cancel() {
    engine.cancel();
    button.current?.focus();
  }

  return {
    request: engine.request,
    outcome,
    side,
    setSide,
    indent,
    largeInput,
    empty,
    reveal,
    setReveal,
    notice,
    setNotice,
    undo,
    area,
    button,
    dropping,
    format,
    formatInput,
    formatFile,
    removeLargeInput,
    onType,
    goTo,
    applyRepair,
    cancel,
  };
}

/** The side that a narrow screen shows. */
function useSide(phase: Outcome['phase'], id: string) {
  const [side, setSide] = useState<Side>('input');

  // Show the result on a narrow screen.
  useEffect(() => {
    if (phase === 'idle' || phase === 'cancelled') return;
    setSide(phase === 'invalid' || phase === 'failed' ? 'input' : 'output');
  }, [phase]);

  // Focus does not stay in the side that is hidden.
  useLayoutEffect(() => {
    const hidden = document.getElementById(`${id}-${side === 'input' ? 'output' : 'input'}`);
    if (hidden?.contains(document.activeElement) && !hidden.checkVisibility()) document.getElementById(`${id}-${side}-tab`)?.focus();
  }, [side, id]);

  return [side, setSide] as const;
}
