/** Moves the caret of a text area to a line and column (from 1) and scrolls to it. */
export function moveCaret(area: HTMLTextAreaElement | null, { line, column }: { line: number; column: number }): void {
  if (!area) return;
  let start = 0;
  for (let current = 1; current < line; current++) start = area.value.indexOf('\n', start) + 1;
  const index = Math.min(start + column - 1, area.value.length);
  // A text area scrolls to its caret when it receives focus.
  area.blur();
  area.setSelectionRange(index, index);
  area.focus();
}

/** Replaces the text of a text area as the user would type it, so that Undo restores it, and leaves the caret after the change. */
export function replaceText(area: HTMLTextAreaElement, text: string): void {
  const old = area.value;
  let start = 0;
  while (start < old.length && old[start] === text[start]) start++;
  let sharedEnd = 0;
  while (sharedEnd < Math.min(old.length, text.length) - start && old.at(-sharedEnd - 1) === text.at(-sharedEnd - 1)) sharedEnd++;
  const inserted = text.slice(start, text.length - sharedEnd);
  area.focus();
  area.setSelectionRange(start, old.length - sharedEnd);
  document.execCommand(inserted === '' ? 'delete' : 'insertText', false, inserted);
  if (area.value !== text) area.value = text; // a browser without the command
}
