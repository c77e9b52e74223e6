/** Puts the caret of a text area at a line and column (from 1), and shows it. */
export function caretAt(area: HTMLTextAreaElement | null, { line, column }: { line: number; column: number }): void {
  if (!area) return;
  let start = 0;
  for (let passed = 1; passed < line; passed++) start = area.value.indexOf('\n', start) + 1;
  const index = Math.min(start + column - 1, area.value.length);
  // A text area scrolls to its caret when it gets the focus.
  area.blur();
  area.setSelectionRange(index, index);
  area.focus();
}
