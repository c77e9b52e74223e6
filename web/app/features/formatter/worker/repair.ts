import type { Position } from '@dev-connector/json';
import { repair } from '@dev-connector/json/repair';
import { maxRepairLength } from '@dev-connector/json/repair-limits';
import type { Repair } from '../messages';
import type { Source } from './source';

/** Maximum number of edits that the page shows. */
const maxShownEdits = 100;

/**
 * Repairs the input. @returns undefined if it is too large or not UTF-8.
 * @param place Converts a position in the source to one on the page.
 */
export async function repairSource(source: Source, place: <P extends Position>(position: P) => P): Promise<Repair | undefined> {
  const parts: string[] = [];
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let length = 0;
  try {
    for await (const chunk of source.chunks()) {
      const part = decoder.decode(chunk, { stream: true });
      parts.push(part);
      length += part.length;
      if (length > maxRepairLength) return undefined;
    }
    parts.push(decoder.decode());
  } catch {
    return undefined;
  }
  const result = repair(parts.join(''));
  if (!result.ok) return { advice: place(result.advice) };
  return {
    text: new Blob([result.text], { type: 'application/json' }),
    edits: result.edits.slice(0, maxShownEdits).map(place),
    total: result.edits.length,
    changedValues: result.edits.filter(({ kind }) => kind === 'null').length,
  };
}
