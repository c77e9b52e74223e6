import { type RefObject, useEffect, useRef } from 'react';
import { applyEdit, type Edit, type Selection } from './markdown-edits';

/** Edits whose selection is remembered. */
const remembered = 50;

/**
 * Returns a function that edits the text of the field so that the browser can undo it. An undo also restores the selection before the edit: the browser would select
 * what the edit had replaced, and the next letter would delete it.
 */
export function useEdits(area: RefObject<HTMLTextAreaElement | null>): (edit: Edit) => void {
  const before = useRef<Selection[]>([]);

  useEffect(() => {
    const { current } = area;
    const onInput = (event: Event) => {
      if ((event as InputEvent).inputType !== 'historyUndo') return;
      const selection = before.current.findLast(({ value }) => value === current?.value);
      if (selection) current?.setSelectionRange(selection.start, selection.end);
    };
    current?.addEventListener('input', onInput);
    return () => current?.removeEventListener('input', onInput);
  }, [area]);

  return (edit) => {
    if (!area.current) return;
    const { value, selectionStart: start, selectionEnd: end } = area.current;
    before.current = [...before.current.slice(1 - remembered), { value, start, end }];
    applyEdit(area.current, edit);
  };
}
