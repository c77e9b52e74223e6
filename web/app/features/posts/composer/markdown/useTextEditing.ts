import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { isComposing, type KeyPress, keysOf } from '../../../../ui/keys/keys';
import { isShortcut } from '../../../../ui/keys/shortcuts';
import { continueList } from './continue-list';
import { type Edit, insertCode, insertLink, type Selection, toggleMark } from './markdown-edits';
import { endsWithName, typedEmojiName, wasTyped } from './typed-emoji';
import type { useCompletion } from './useCompletion';

/** The formatting tools, each also a shortcut. */
export const tools = [
  { id: 'bold', edit: (selection: Selection) => toggleMark(selection, '**') },
  { id: 'italic', edit: (selection: Selection) => toggleMark(selection, '*') },
  { id: 'link', edit: insertLink },
  { id: 'code', edit: insertCode },
] as const;

/** Edits that follow from what the author types: shortcuts of marks, list items, and emoji by name. */
export function useTextEditing(
  area: RefObject<HTMLTextAreaElement | null>,
  completion: ReturnType<typeof useCompletion>,
  apply: (edit: Edit) => void,
) {
  /** The keys that are held down; empty if an input method or the keyboard of a phone handles them. */
  const pressed = useRef('');
  /** Where the names end that wait for the list of emoji. */
  const ends = useRef<number[]>([]);

  function edit(change: (selection: Selection) => Edit | undefined): boolean {
    if (!area.current) return false;
    const { value, selectionStart: start, selectionEnd: end } = area.current;
    const done = change({ value, start, end });
    if (done) apply(done);
    return done !== undefined;
  }

  function onKeyDown(event: KeyPress) {
    pressed.current = keysOf(event);
    const tool = tools.find(({ id }) => isShortcut(event, id));
    if (tool && !event.repeat) edit(tool.edit);
    if (tool || completion.onKeyDown(event)) event.preventDefault();
  }

  /** The browser is about to insert a line break. Unlike Enter, this never belongs to a composition, and keyboards of phones send it too. */
  const onBeforeInput = useEffectEvent((event: Event) => {
    if (!isLineBreak(event as InputEvent) || isComposing(event) || !['', 'Enter'].includes(pressed.current)) return;
    if (completion.chooseActive() || edit(continueList)) event.preventDefault();
  });

  /** Replaces the name that ends at `end` by its emoji. Returns by how much the text behind it has moved. */
  function replaceName(end: number, emojiNamed: (name: string) => string | undefined): number {
    // The author may have gone on writing while the list loaded.
    if (!area.current || area.current !== document.activeElement || area.current.selectionStart < end) return 0;
    const { value, selectionStart, selectionEnd } = area.current;
    const found = typedEmojiName(value, end);
    const text = found && emojiNamed(found.name);
    if (!text) return 0;
    const moved = found.start + text.length - end;
    apply({ start: found.start, end, text, select: [selectionStart + moved, selectionEnd + moved] });
    return moved;
  }

  /** Replaces `:tada:` by the emoji as its second colon is typed, and those typed while the list of emoji loads. */
  const onTyped = useEffectEvent(async (event: Event) => {
    if (!area.current || !wasTyped(event) || !endsWithName(area.current.value, area.current.selectionEnd)) return;
    if (ends.current.push(area.current.selectionEnd) > 1) return;
    const list = await import('./emoji-list').catch(() => undefined); // without a connection nothing is replaced
    await new Promise((resolve) => setTimeout(resolve)); // during the event, WebKit's undo would revert all that was typed
    let moved = 0;
    for (const end of ends.current.splice(0)) moved += list ? replaceName(end + moved, list.emojiNamed) : 0;
  });

  useEffect(() => {
    const { current } = area;
    const onKeyUp = () => {
      pressed.current = '';
    };
    const listeners = { beforeinput: onBeforeInput, input: onTyped, compositionend: onTyped, keyup: onKeyUp };
    for (const [type, listener] of Object.entries(listeners)) current?.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) current?.removeEventListener(type, listener);
    };
  }, [area]);

  return { edit, onKeyDown };
}

const isLineBreak = ({ inputType, data }: InputEvent): boolean =>
  inputType === 'insertLineBreak' || inputType === 'insertParagraph' || (inputType === 'insertText' && data === '\n');
