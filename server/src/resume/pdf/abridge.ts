import type { Entry, Section } from '../outline.ts';

/** Characters that one text may have on paper, and all of it. A PDF of this length is made in two seconds; more is neither read nor printed. */
const longest = { text: 2_000, all: 40_000 };

/** Sections as far as paper takes them, and whether anything had to go: the end of a long text, and what stands last. */
export function abridged(sections: Section[]): { sections: Section[]; cut: boolean } {
  let left = longest.all;
  let cut = false;
  const shortened = (text: string): string => {
    const most = Math.max(0, Math.min(longest.text, left));
    left -= Math.min(text.length, most);
    if (text.length <= most) return text;
    cut = true;
    return `${text
      .slice(0, most)
      .toWellFormed()
      .replace(/\s+\S*$/, '')} …`;
  };
  const within = <T>(items: T[], take: (item: T) => T): T[] => {
    const taken: T[] = [];
    for (const item of items) {
      if (left <= 0) cut = true;
      else taken.push(take(item));
    }
    return taken;
  };
  const entry = (of: Entry): Entry => ({
    ...of,
    title: shortened(of.title),
    ...(of.text && { text: shortened(of.text) }),
    points: within(of.points, shortened),
    words: within(of.words, shortened),
  });
  const section = ({ text, entries, groups, ...of }: Section): Section => ({
    ...of,
    ...(text && { text: shortened(text) }),
    ...(entries && { entries: within(entries, entry) }),
    ...(groups && { groups: within(groups, ({ name, words }) => ({ name: shortened(name), words: within(words, shortened) })) }),
  });
  return { sections: within(sections, section), cut };
}
