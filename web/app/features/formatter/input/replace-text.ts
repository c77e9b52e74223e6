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
