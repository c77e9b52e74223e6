import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { isComposing, type KeyPress, keysOf } from '../../../ui/keys/keys';
import { isShortcut } from '../../../ui/keys/shortcuts';
import { continueList } from './continue-list';
import { type Edit, insertCode, insertLink, type Selection, toggleMark } from './markdown-edits';
import { typedEmojiName, wasTyped } from './typed-emoji';
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

  /** Replaces `:tada:` by the emoji as its second colon is typed. */
  const onTyped = useEffectEvent(async (event: Event) => {
    const found = area.current && wasTyped(event) ? typedEmojiName(area.current.value, area.current.selectionEnd) : undefined;
    if (!found || !area.current) return;
    const { start, end, name } = found;
    const typed = area.current.value.slice(0, end);
    const { emojiNamed } = await import('./emoji-list');
    await new Promise((resolve) => setTimeout(resolve)); // during the event, WebKit's undo would revert all that was typed
    const emoji = emojiNamed(name);
    // The author may have gone on writing while the list loaded.
    if (!emoji || area.current !== document.activeElement || !area.current.value.startsWith(typed) || area.current.selectionStart < end)
      return;
    const shift = start + emoji.length - end;
    const { selectionStart, selectionEnd } = area.current;
    apply({ start, end, text: emoji, select: [selectionStart + shift, selectionEnd + shift] });
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
