import { saveFile } from '../../../api/save-file';
import type { SendRequest } from '../engine';
import { copyText } from '../output/export-output';
import type { Layout } from './moves';
import { rangeOf, type Selection } from './selection';

/** Copies the selected text, or without a selection the line at the cursor, without its indentation. @returns the notice for the user. */
export async function copySelection(selection: Selection, layout: Layout, request: SendRequest): Promise<string> {
  const { start, end } = rangeOf(selection);
  const readText = async (from: number, to: number) => (await request({ type: 'slice', from, to })).text();
  if (start.offset < end.offset) {
    const isWhole = start.offset === 0 && end.offset === layout.extent.bytes;
    const copied = isWhole ? 'Copied.' : 'Selection copied.';
    return copyText(end.offset - start.offset, () => readText(start.offset, end.offset), copied);
  }
  const closing = layout.closingOf(layout.rowAt(layout.indexOf(start.row)));
  const line = await layout.readLine(start.offset);
  const last = closing?.end ?? line.end;
  const text = async () => (await readText(line.offset, last)).trimStart();
  return copyText(last - line.offset, text, closing ? 'Folded lines copied.' : 'Line copied.');
}

/** Saves the selected text as a file. @returns the notice for the user. */
export async function downloadSelection(selection: Selection, request: SendRequest): Promise<string> {
  const { start, end } = rangeOf(selection);
  saveFile('selection.json', await request({ type: 'slice', from: start.offset, to: end.offset }));
  return 'Saved as selection.json.';
}
