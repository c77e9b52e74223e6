import type { Ask, Outcome } from './engine';
import { readableSize } from './sizes';

type Finished = Outcome & { phase: 'formatted' };

/** Bytes that a clipboard takes without stopping the programs that read it. */
const copyLimit = 10_000_000;

/** @returns what to say of it. */
export async function copyOutput({ formatted }: Finished, ask: Ask): Promise<string> {
  if (formatted.bytes > copyLimit)
    return `${readableSize(formatted.bytes)} are too much for the clipboard (at most ${readableSize(copyLimit)}). Download the text instead.`;
  if (!navigator.clipboard) return 'This browser lets only secure pages (https) copy. Download the text instead.';
  try {
    const text = formatted.text ?? (await (await ask({ ask: 'blob' })).text());
    await navigator.clipboard.writeText(text);
    return 'Copied.';
  } catch {
    return 'The browser did not allow to copy. Download the text instead.';
  }
}

/** Saves the output as a file, named after the one that was opened. */
export async function downloadOutput({ input, indent }: Finished, ask: Ask): Promise<string> {
  const url = URL.createObjectURL(await ask({ ask: 'blob' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = downloadName(input.name, indent === 'none');
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // the browser may still be asking where to put it
  return `Saved as ${anchor.download}.`;
}

/** `data.json` → `data.formatted.json`. */
function downloadName(name: string | undefined, minified: boolean): string {
  const [, stem, extension = '.json'] = /^(.+?)(\.[^.]+)?$/.exec(name ?? '') ?? [];
  if (!stem) return minified ? 'minified.json' : 'formatted.json';
  return `${stem}.${minified ? 'min' : 'formatted'}${extension}`;
}
