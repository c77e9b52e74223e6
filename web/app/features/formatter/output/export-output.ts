import { saveFile } from '../../../api/save-file';
import type { Outcome, SendRequest } from '../engine';
import { maxCopySize } from '../messages';
import { readableSize } from '../readable';

type Finished = Outcome & { phase: 'formatted' };

/** Copies a text to the clipboard. @returns the notice for the user. */
export async function copyText(size: number, text: () => Promise<string>, copied: string): Promise<string> {
  if (size > maxCopySize)
    return `${readableSize(size)} is too large for the clipboard (maximum ${readableSize(maxCopySize)}). Download the file instead.`;
  try {
    if (!navigator.clipboard) return copyByEvent(await text()) ? copied : blocked;
    // Safari allows it only during the click, so the clipboard waits for the text.
    const blob = text().then((text) => new Blob([text], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return copied;
  } catch {
    return blocked;
  }
}

const blocked = 'The browser blocked access to the clipboard. Download the file instead.';

/** Copies on pages without https, where browsers have no other way. @returns whether the browser copied. */
function copyByEvent(text: string): boolean {
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('copy', onCopy, { capture: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', onCopy, { capture: true });
  }
}

/** Copies the output to the clipboard. @returns the notice for the user. */
export const copyOutput = ({ formatted }: Finished, request: SendRequest): Promise<string> =>
  copyText(formatted.bytes, async () => formatted.text ?? (await request({ type: 'blob' })).text(), 'Copied.');

/** Saves the output as a file, named after the input file. @returns the notice for the user. */
export async function downloadOutput({ input, indent, formatted }: Finished, request: SendRequest): Promise<string> {
  const name = downloadName(input.name, indent === 'none', formatted.documents > 1);
  saveFile(name, await request({ type: 'blob' }));
  return `Saved as ${name}.`;
}

/** `data.json` → `data.formatted.json`. Minified documents are JSON Lines. */
function downloadName(name: string | undefined, minified: boolean, several: boolean): string {
  const [, stem, extension = '.json'] = /^(.+?)(\.[^.]+)?$/.exec(name ?? '') ?? [];
  if (!stem) return minified ? `minified.json${several ? 'l' : ''}` : 'formatted.json';
  return `${stem}.${minified ? 'min' : 'formatted'}${extension}`;
}
