import type { YearSpan } from './career.ts';

/** An entry with the texts in which it may name skills. */
export interface NamingEntry {
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  start: string | undefined;
  end?: string | undefined;
  isCurrent?: boolean;
  texts: Array<string | undefined>;
}

export interface SkillYears {
  skill: string;
  /** In order, without overlaps and neighbours. */
  spans: YearSpan[];
}

/** Maximum skills of a drawing. */
const maxSkills = 8;

/**
 * Returns the years of the entries that name a skill in their texts, for the skills that any names; those of the most years first. Names match whole words without
 * regard to case, except short ones, such as `Go` and `C`, which are words of other meanings.
 */
export function skillYears(skills: string[], entries: NamingEntry[], today: string): SkillYears[] {
  const thisYear = Number(today.slice(0, 4));
  const dated = entries.flatMap(({ start, end, isCurrent, texts }) => {
    if (start === undefined || !/^\d{4}/.test(start)) return [];
    const first = Number(start.slice(0, 4));
    const last = isCurrent ? undefined : Math.max(first, Number((end ?? start).slice(0, 4)));
    const text = texts
      .filter((part) => part !== undefined)
      .join('\n')
      .normalize('NFC');
    return [{ span: { first, last }, text, folded: text.toLowerCase() }];
  });
  const lengthOf = ({ spans }: SkillYears) =>
    spans.reduce((years, { first, last = Math.max(first, thisYear) }) => years + last - first + 1, 0);
  return skills
    .map((skill) => {
      const name = skill.normalize('NFC').trim();
      const isShort = /^\p{L}{1,2}$/u.test(name);
      const naming = dated.filter(({ text, folded }) => (isShort ? names(text, name) : names(folded, name.toLowerCase())));
      return { skill, spans: joined(naming.map(({ span }) => span)) };
    })
    .filter(({ spans }) => spans.length > 0)
    .sort((one, other) => lengthOf(other) - lengthOf(one))
    .slice(0, maxSkills);
}

const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;
/** Characters that make another name of one that they follow, as in `C++`, `C#` and `Node.js`: a dot only before a letter. */
const continued = /^(?:[\p{L}\p{M}\p{N}_+#]|\.[\p{L}\p{N}])/u;

/** Returns whether the text has the name as a word. */
function names(text: string, name: string): boolean {
  if (name === '') return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const isStart = !(wordCharacter.test(before) && wordCharacter.test(name[0] ?? '')) && before !== '.';
    if (isStart && !continued.test(text.slice(at + name.length, at + name.length + 3))) return true;
  }
  return false;
}

/** Joins spans that overlap or follow each other. */
function joined(spans: YearSpan[]): YearSpan[] {
  const result: YearSpan[] = [];
  for (const span of spans.toSorted((one, other) => one.first - other.first)) {
    const before = result.at(-1);
    if (!before || (before.last !== undefined && span.first > before.last + 1)) result.push({ ...span });
    else before.last = before.last === undefined || span.last === undefined ? undefined : Math.max(before.last, span.last);
  }
  return result;
}
