import { createFormatter } from './formatter.ts';
import type { FormatFailure, FormatterOptions } from './types.ts';

export type TextResult = { ok: true; text: string } | { ok: false; error: FormatFailure };

/** Half of a surrogate pair (Unicode 17.0, section 3.8). */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Takes the place of a lone surrogate: its bytes as UTF-8 would have them, which UTF-8 forbids. */
const encodedSurrogate = new Uint8Array([0xed, 0xa0, 0x80]);

/**
 * Formats a text that is at hand as a string. For texts of many megabytes use `createFormatter`, which holds no whole text.
 * A string with half of a surrogate pair is refused as code `utf8`, at that half.
 */
export function formatText(text: string, options: Omit<FormatterOptions, 'onOutput'> = {}): TextResult {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parts: string[] = [];
  const formatter = createFormatter({ ...options, onOutput: (bytes) => parts.push(decoder.decode(bytes, { stream: true })) });
  if (text.isWellFormed()) formatter.push(text);
  else {
    const at = text.search(loneSurrogate);
    formatter.push(text.slice(0, at));
    formatter.push(encodedSurrogate);
    formatter.push(text.slice(at + 1).toWellFormed());
  }
  const result = formatter.end();
  return result.ok ? { ok: true, text: parts.join('') } : result;
}
