import type { Input } from '../engine';
import { maxTextAreaSize } from '../messages';

/** Reads a small file as editable text. A large file, or one that is not UTF-8, stays a file, so that errors refer to its bytes. */
export async function readInput(file: Blob, name: string | undefined): Promise<Input> {
  const asFile: Input = { name, size: file.size, file };
  if (file.size > maxTextAreaSize) return asFile;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    // Zero bytes beside the first characters: UTF-16 or UTF-32 without a byte order mark.
    if (text.slice(0, 4).includes('\0')) return asFile;
    return { name, size: text.length, text };
  } catch {
    return asFile;
  }
}
