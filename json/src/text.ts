import { createFormatter } from './formatter.ts';
import type { FormatFailure, FormatterOptions } from './types.ts';

export type TextResult = { ok: true; text: string } | { ok: false; error: FormatFailure };

/** A lone surrogate (Unicode 17.0, section 3.8). */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Replacement for a lone surrogate: its three-byte encoding, which is invalid UTF-8. */
const encodedSurrogate = new Uint8Array([0xed, 0xa0, 0x80]);

/**
 * Formats a string. For texts of many megabytes use `createFormatter`, which never holds the whole text.
 * A lone surrogate fails with code `utf8` at its position.
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
