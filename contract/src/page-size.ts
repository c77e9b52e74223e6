import { limits } from './limits.ts';

/** Bytes of a page that are left for its frame: head, navigation, scripts. */
const frame = 60_000;
/** Bytes of the elements around one entry, and of its field names in the page's data. */
const entryFrame = 1_200;

/** Marks for hidden characters that one text shows at most, as web/app/ui/hidden.ts has it; further ones show as U+FFFD. */
const marksPerText = 10;
const markBytes = 200;
const hidden = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{DI}]/gu;

/**
 * Bytes of the characters that HTML or JSON escapes. The page's data are JSON in a string in a script, so that a quote takes 6 bytes as HTML and 8 in the data.
 */
const escapedBytes: Record<string, number> = { '"': 14, '&': 11, "'": 7, '<': 10, '>': 10, '\\': 9, '\n': 6, '\u2028': 9, '\u2029': 9 };

/** Upper bound of the bytes that a text takes on a page: once as HTML, and once in the data from which the browser takes the page over. */
export function bytesOnPage(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    bytes += escapedBytes[text.charAt(index)] ?? (code < 0x20 ? 10 : code < 0x80 ? 2 : 6);
  }
  return bytes + Math.min(marksPerText, text.match(hidden)?.length ?? 0) * markBytes;
}

function bytesOfAll(value: unknown): number {
  if (typeof value === 'string') return bytesOnPage(value);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, item) => sum + bytesOfAll(item), 0);
}

/**
 * Counts how many entries of each list, from its start, fit on one page (`limits.htmlPage` bytes) beside `rest`. The lists take turns, so that a long one leaves
 * room for the others.
 */
export function entriesThatFit(rest: unknown, lists: readonly unknown[][]): number[] {
  let left = limits.htmlPage - frame - bytesOfAll(rest);
  const counts = lists.map(() => 0);
  const open = new Set(lists.keys());
  for (let turn = 0; open.size > 0; turn++) {
    for (const index of open) {
      const entries = lists[index] as unknown[];
      const bytes = turn < entries.length ? entryFrame + bytesOfAll(entries[turn]) : Number.POSITIVE_INFINITY;
      if (bytes > left) open.delete(index);
      else {
        left -= bytes;
        counts[index] = turn + 1;
      }
    }
  }
  return counts;
}
