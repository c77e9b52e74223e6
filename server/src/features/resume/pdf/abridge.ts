import type { Entry, Section } from '../outline.ts';
import { entryCost, lineCost, pointCost, prefixWithin } from './cost.ts';

/** Maximum layout cost (cost.ts) of one text and of a whole PDF. These limits keep a PDF under 60 pages and 3 s. */
const maxCost = { text: 8_000, total: 60_000 };

/** Truncates long texts and drops the last sections until the résumé fits the cost limit scaled by `share`. `cut` is true if anything was removed. */
export function abridged(sections: Section[], share = 1): { sections: Section[]; cut: boolean } {
  let left = maxCost.total * share;
  let cut = false;
  const truncated = (text: string): string => {
    const { end, cost } = prefixWithin(text, Math.max(0, Math.min(maxCost.text, left)));
    left -= Math.max(cost, lineCost);
    if (end === text.length) return text;
    cut = true;
    return `${wholeWords(text.slice(0, end))} …`;
  };
  const takeWithinBudget = <T>(items: T[], abridge: (item: T) => T): T[] => {
    const taken: T[] = [];
    for (const item of items) {
      if (left <= 0) cut = true;
      else taken.push(abridge(item));
    }
    return taken;
  };
  const entry = (original: Entry): Entry => {
    left -= entryCost;
    return {
      ...original,
      title: truncated(original.title),
      ...(original.organization && { organization: truncated(original.organization) }),
      ...(original.place && { place: truncated(original.place) }),
      ...(original.details && { details: takeWithinBudget(original.details, truncated) }),
      ...(original.text && { text: truncated(original.text) }),
      highlights: takeWithinBudget(original.highlights, (highlight) => {
        left -= pointCost;
        return truncated(highlight);
      }),
      keywords: takeWithinBudget(original.keywords, truncated),
    };
  };
  const section = ({ text, entries, groups, ...rest }: Section): Section => ({
    ...rest,
    ...(text && { text: truncated(text) }),
    ...(entries && { entries: takeWithinBudget(entries, entry) }),
    ...(groups && {
      groups: takeWithinBudget(groups, ({ name, keywords }) => ({
        name: truncated(name),
        keywords: takeWithinBudget(keywords, truncated),
      })),
    }),
  });
  return { sections: takeWithinBudget(sections, section), cut };
}

/** Drops the last word, which may be truncated, unless it is the only one. */
function wholeWords(text: string): string {
  const trimmed = text.trimEnd();
  if (trimmed.length < text.length) return trimmed;
  let start = trimmed.length;
  while (start > 0 && !/\s/.test(trimmed[start - 1] as string)) start--;
  return (start > 0 ? trimmed.slice(0, start).trimEnd() : trimmed).toWellFormed();
}
