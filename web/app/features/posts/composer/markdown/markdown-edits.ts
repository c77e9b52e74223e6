/** A replacement of the text from `start` to `end`, and the selection after it. */
export interface Edit {
  start: number;
  end: number;
  text: string;
  select: [start: number, end: number];
}

export interface Selection {
  value: string;
  start: number;
  end: number;
}

/** Puts a mark around the selection, or removes it if it is there. */
export function toggleMark({ value, start, end }: Selection, mark: string): Edit {
  const { length } = mark;
  const selected = value.slice(start, end);
  const isMarked = value.slice(start - length, start) === mark && value.slice(end, end + length) === mark;
  // `**bold**` is not italic: one more asterisk outside belongs to another mark.
  if (isMarked && !(mark === '*' && (value[start - 2] === '*') !== (value[start - 3] === '*')))
    return { start: start - length, end: end + length, text: selected, select: [start - length, end - length] };
  return { start, end, text: mark + selected + mark, select: [start + length, end + length] };
}

/** Makes the selection the text of a link, or its address if it is one. */
export function insertLink({ value, start, end }: Selection): Edit {
  const selected = value.slice(start, end);
  const isUrl = /^https?:\/\/\S+$/.test(selected);
  const text = isUrl ? `[](${selected})` : `[${selected}]()`;
  const caret = start + (isUrl || selected === '' ? 1 : text.length - 1);
  return { start, end, text, select: [caret, caret] };
}

/** Marks the selection as code: in backticks, or between fences if it has several lines. */
export function insertCode(selection: Selection): Edit {
  const { value, start, end } = selection;
  const selected = value.slice(start, end);
  if (!selected.includes('\n')) return toggleMark(selection, '`');
  const before = start === 0 || value[start - 1] === '\n' ? '```' : '\n```';
  const caret = start + before.length; // for the language
  return { start, end, text: `${before}\n${selected.replace(/\n$/, '')}\n\`\`\``, select: [caret, caret] };
}

/** Replaces the selection by a block on separate lines. */
export function insertBlock({ value, start, end }: Selection, block: string): Edit {
  const text = `${start === 0 || value[start - 1] === '\n' ? '' : '\n'}${block}\n`;
  return { start, end, text, select: [start + text.length, start + text.length] };
}

/** Applies an edit so that the browser can undo it. `execCommand` is deprecated, but no other method keeps the undo history. */
export function applyEdit(area: HTMLTextAreaElement, { start, end, text, select }: Edit): void {
  area.focus();
  area.setSelectionRange(start, end);
  const isDone = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (!isDone) {
    area.setRangeText(text, start, end, 'end');
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  area.setSelectionRange(...select);
}
