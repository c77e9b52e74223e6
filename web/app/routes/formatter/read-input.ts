import type { Input } from './engine';
import { smallText } from './messages';

/** A small file becomes a text that can be edited. One that is not UTF-8 stays a file: its bytes are what there is to complain about. */
export async function readInput(file: File): Promise<Input> {
  const held: Input = { name: file.name, size: file.size, file };
  if (file.size > smallText) return held;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    return { name: file.name, size: text.length, text };
  } catch {
    return held;
  }
}
