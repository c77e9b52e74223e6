import type { Entry, Section } from '../outline.ts';
import { entryCost, fitting, lineCost, pointCost } from './cost.ts';

/** What one text may cost, and all of a PDF (cost.ts). It keeps a PDF under 60 pages and 3 s. */
const longest = { text: 8_000, all: 60_000 };

/** Cuts the end of long texts, and the last sections; `cut` says whether anything is missing. `share` is the part of the usual cost that may be used. */
export function abridged(sections: Section[], share = 1): { sections: Section[]; cut: boolean } {
  let left = longest.all * share;
  let cut = false;
  const shortened = (text: string): string => {
    const { end, cost } = fitting(text, Math.max(0, Math.min(longest.text, left)));
    left -= Math.max(cost, lineCost);
    if (end === text.length) return text;
    cut = true;
    return `${wholeWords(text.slice(0, end))} …`;
  };
  const within = <T>(items: T[], take: (item: T) => T): T[] => {
    const taken: T[] = [];
    for (const item of items) {
      if (left <= 0) cut = true;
      else taken.push(take(item));
    }
    return taken;
  };
  const entry = (of: Entry): Entry => {
    left -= entryCost;
    return {
      ...of,
      title: shortened(of.title),
      ...(of.at && { at: shortened(of.at) }),
      ...(of.place && { place: shortened(of.place) }),
      ...(of.text && { text: shortened(of.text) }),
      points: within(of.points, (point) => {
        left -= pointCost;
        return shortened(point);
      }),
      words: within(of.words, shortened),
    };
  };
  const section = ({ text, entries, groups, ...of }: Section): Section => ({
    ...of,
    ...(text && { text: shortened(text) }),
    ...(entries && { entries: within(entries, entry) }),
    ...(groups && { groups: within(groups, ({ name, words }) => ({ name: shortened(name), words: within(words, shortened) })) }),
  });
  return { sections: within(sections, section), cut };
}

/** Without the word at the end, which may be cut, unless it is the only one. */
function wholeWords(text: string): string {
  const kept = text.trimEnd();
  if (kept.length < text.length) return kept;
  let start = kept.length;
  while (start > 0 && !/\s/.test(kept[start - 1] as string)) start--;
  return (start > 0 ? kept.slice(0, start).trimEnd() : kept).toWellFormed();
}
