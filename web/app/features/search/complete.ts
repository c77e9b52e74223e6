import { type SearchType, searchOperators } from '@dev-connector/contract';
import type { Typed } from './typed';

/** Operators that begin with the text and apply to the type. */
export const operatorsFor = (text: string, type: SearchType | undefined) =>
  searchOperators.filter(
    ({ name, types }) => name.startsWith(text.toLowerCase()) && (type === undefined || (types as readonly SearchType[]).includes(type)),
  );

/** Replaces the typed beginning by a value. Returns the new query, and the caret after the value. */
export function complete(text: string, caret: number, { start, operator }: Typed, value: string): { text: string; caret: number } {
  const clean = value.replaceAll('"', '');
  const inserted = operator === undefined ? clean : `${/\s/.test(clean) ? `"${clean}"` : clean} `;
  const after = text.slice(caret).replace(/^["\s]+/, '');
  return { text: text.slice(0, start) + inserted + after, caret: start + inserted.length };
}
