import { maxHiddenMarks } from './hidden-characters.ts';
import { limits } from './limits.ts';

/** Bytes reserved for the layout of a page: head, navigation, scripts. */
const layoutBytes = 60_000;
/** Bytes of the markup around an entry, and of its field names in the page data. */
const entryOverhead = 1_200;

/** Bytes of a mark for hidden characters. */
const markBytes = 200;
/** Characters that may have a mark. Includes those that a script or an emoji needs, which have none. */
const maybeHidden = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{DI}]/gu;

/**
 * Total bytes, in the HTML and in the page data, of each character that is escaped. The page data is JSON within a script string: a quote takes 6 bytes as HTML and 8 in the data.
 */
const escapedBytes: Record<string, number> = { '"': 14, '&': 11, "'": 7, '<': 10, '>': 10, '\\': 9, '\n': 6 };
/** The bytes of each ASCII character, by code. */
const asciiBytes = Array.from({ length: 0x80 }, (_, code) => escapedBytes[String.fromCharCode(code)] ?? (code < 0x20 ? 10 : 2));

/** Upper bound of the bytes that a text takes on a page, where it occurs twice: as HTML and in the hydration data. */
export function bytesOnPage(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    bytes += asciiBytes[code] ?? (code === 0x2028 || code === 0x2029 ? 9 : 6);
  }
  return bytes + Math.min(maxHiddenMarks, text.match(maybeHidden)?.length ?? 0) * markBytes;
}

function bytesOfAll(value: unknown): number {
  if (typeof value === 'string') return bytesOnPage(value);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, item) => sum + bytesOfAll(item), 0);
}

/**
 * Returns how many leading entries of each list fit on a page of `pageBytes` together with `rest`. Takes entries from the lists in turn, so that
 * a long list does not crowd out the others.
 */
export function entriesThatFit(rest: unknown, lists: readonly unknown[][], pageBytes: number = limits.htmlPage): number[] {
  let remaining = pageBytes - layoutBytes - bytesOfAll(rest);
  const counts = lists.map(() => 0);
  const open = new Set(lists.keys());
  for (let turn = 0; open.size > 0; turn++) {
    for (const index of open) {
      const entries = lists[index] as unknown[];
      const bytes = turn < entries.length ? entryOverhead + bytesOfAll(entries[turn]) : Number.POSITIVE_INFINITY;
      if (bytes > remaining) open.delete(index);
      else {
        remaining -= bytes;
        counts[index] = turn + 1;
      }
    }
  }
  return counts;
}
