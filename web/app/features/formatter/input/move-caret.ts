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
