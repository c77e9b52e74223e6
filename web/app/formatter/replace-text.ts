/** Replaces the text of a text area as the user would type it, so that Undo restores it, and leaves the caret after the change. */
export function replaceText(area: HTMLTextAreaElement, text: string): void {
  const old = area.value;
  let start = 0;
  while (start < old.length && old[start] === text[start]) start++;
  let kept = 0;
  while (kept < Math.min(old.length, text.length) - start && old.at(-kept - 1) === text.at(-kept - 1)) kept++;
  const inserted = text.slice(start, text.length - kept);
  area.focus();
  area.setSelectionRange(start, old.length - kept);
  document.execCommand(inserted === '' ? 'delete' : 'insertText', false, inserted);
  if (area.value !== text) area.value = text; // a browser without the command
}
