/*
 * Estimates the cost of laying out a text, in units of about 25 to 50 µs. Words cost most because the layout engine evaluates every possible line break,
 * followed by complex scripts (joined or stacked letters) and changes of script.
 */

/** Cost of a line break, and minimum cost of a text. */
export const lineCost = 80;
/** Cost of an entry, excluding its texts. */
export const entryCost = 400;
/** Cost of a list item, excluding its text. */
export const pointCost = 100;
const costs = { space: 12, plain: 1, wide: 2, complex: 10, change: 10 };

type Script = 'plain' | 'wide' | 'complex';

function scriptOf(code: number): Script {
  if (code < 0x300 || (code >= 0x370 && code < 0x590) || (code >= 0x1e00 && code < 0x2000) || (code >= 0x2010 && code < 0x2028))
    return 'plain'; // Latin, Greek, Cyrillic, dashes and quotation marks
  const thai = code >= 0xe00 && code < 0xe80;
  return thai || (code >= 0x2e80 && code < 0xd800) || (code >= 0xff00 && code < 0xfff0) ? 'wide' : 'complex';
}

/** Finds the longest prefix of a text whose cost is within the budget. */
export function prefixWithin(text: string, budget: number): { end: number; cost: number } {
  let cost = 0;
  let script: Script = 'plain';
  for (let end = 0; end < text.length; end++) {
    const character = text[end] as string;
    let more = costs.space;
    if (character === '\n') more = lineCost;
    else if (!/[\s\p{C}]/u.test(character) || /[\ud800-\udfff]/.test(character)) {
      const next = scriptOf(character.charCodeAt(0));
      more = costs[next] + (next === script ? 0 : costs.change);
      script = next;
    }
    if (cost + more > budget) return { end, cost };
    cost += more;
  }
  return { end: text.length, cost };
}
