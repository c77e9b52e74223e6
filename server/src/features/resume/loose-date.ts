import { isPartialDate } from '../profiles/partial-date.ts';
import { latinDigits } from './digits.ts';

/*
 * Reads the dates that people write in résumés. All forms end as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
 */

/** Words for an end that is not yet known. */
const openWords = new Set(
  "present,current,currently,now,ongoing,today,to date,to present,till date,till now,until now,until present,heute,aktuell,jetzt,laufend,bis heute,actual,actualidad,actualmente,presente,hoy,actuel,aujourd’hui,aujourd'hui,en cours,a ce jour,oggi,attuale,in corso,atual,atualmente,hoje,heden,nu,nuvarande,obecnie,teraz,nyt,soucasnost,devam ediyor,halen,gunumuz,настоящее время,по настоящее время,сейчас,дотепер,зараз,現在,现在,至今,今,현재,الآن,حتى الآن,حاليا,היום,כיום,עד היום,اکنون,تاکنون"
    .split(',')
    .map(foldDate),
);
const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'sv', 'da', 'nb', 'pl', 'tr', 'cs', 'ru', 'uk', 'ar', 'he', 'fa-u-ca-gregory'];

/** The number of each month by its name. A name with two meanings has that of the first language. */
function readMonths(): Map<string, number> {
  const months = new Map<string, number>();
  for (const language of languages) {
    const styles = [{ month: 'short' }, { month: 'long' }, { month: 'short', day: 'numeric' }, { month: 'long', day: 'numeric' }] as const;
    const formats = styles.map((style) => new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }));
    for (let month = 1; month <= 12; month++)
      for (const format of formats) {
        const parts = format.formatToParts(Date.UTC(2015, month - 1, 1));
        const name = foldDate(parts.find(({ type }) => type === 'month')?.value ?? '');
        if (/\p{L}/u.test(name) && !months.has(name)) months.set(name, month);
      }
  }
  return months.set('sept', 9);
}

let readOnce: Map<string, number> | undefined;
/** Reads the names when the first one is needed, because 72 formats take megabytes and delay the start. */
const months = (): Map<string, number> => (readOnce ??= readMonths());

/** Folds a date for comparison: lower case, without accents and full stops. */
function foldDate(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[.\u200e\u200f]/g, '');
  return plain.replace(/\s+/g, ' ').trim();
}

/** Characters of the longest date. A longer text is not read. */
const maxLength = 60;

/** Reads a date: `open` for a word such as "Present", undefined for a text that is not a date or has two meanings. */
export function readDate(text: string): { date: string } | 'open' | undefined {
  const trimmed = text.trim();
  if (isPartialDate(trimmed)) return { date: trimmed };
  if (trimmed.length > maxLength) return undefined;
  const plain = latinDigits(foldDate(trimmed.replace(/(?<=\p{Nd})\.\s*(?=\p{Nd})/gu, '-')));
  if (openWords.has(foldDate(trimmed)) || openWords.has(plain)) return 'open';
  const date = numeric(plain) ?? named(plain);
  return date !== undefined && isPartialDate(date) ? { date } : undefined;
}

const joined = (year: string, month?: string | number, day?: string) =>
  [year, month, day]
    .filter((part) => part !== undefined)
    .map((part, at) => (at > 0 ? String(part).padStart(2, '0') : part))
    .join('-');

/** Reads `2014-9`, `2014/09/03`, `201409`, `01/2015`, `31.12.2017`, `2015年1月` and date-times. */
function numeric(text: string): string | undefined {
  const yearFirst = /^(\d{4})(?:[-/ ]+(\d{1,2})(?:[-/ ]+(\d{1,2}))?)?(?:[t ]\d{1,2}:\d{2}.*)?$/.exec(separated(text));
  if (yearFirst) return joined(yearFirst[1] as string, yearFirst[2], yearFirst[3]);
  const compact = /^((?:19|20)\d\d)(\d\d)(\d\d)?$/.exec(text);
  if (compact) return joined(compact[1] as string, compact[2], compact[3]);
  const monthFirst = /^(\d{1,2})[-/ ]+(\d{4})$/.exec(separated(text));
  if (monthFirst) return joined(monthFirst[2] as string, monthFirst[1]);
  const both = /^(\d{1,2})([-/ ])(\d{1,2})\2(\d{4})$/.exec(separated(text));
  if (!both) return undefined;
  const [one, other, year] = [both[1] as string, both[3] as string, both[4] as string];
  // 03/04/2015 is in March or in April.
  if (Number(one) > 12) return joined(year, other, one);
  if (Number(other) > 12 || one === other) return joined(year, one, other);
  return undefined;
}

/** Replaces the words of `2015年1月1日` and `2015년 1월` by hyphens. `foldDate` decomposes the Korean ones. */
const separated = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[年月년월]/g, '-')
    .replace(/[日일]/g, '')
    .replace(/\s*-\s*/g, '-')
    .replace(/-$/, '');

/** Reads `Jan 2015`, `January 1st, 2015`, `1 Jan 2015`, `2015 January`, `Summer 2015` and `Q1 2015`. */
function named(text: string): string | undefined {
  const words = text.split(/[\s,/'’-]+/).filter((word) => word && !/^(de|del|of|the|г|року|year)$/.test(word));
  const years = words.filter((word) => /^(19|20)\d\d$/.test(word));
  const [year] = years;
  if (years.length !== 1 || year === undefined) return undefined;
  const rest = words.filter((word) => word !== year);
  const month = rest.map((word) => months().get(word)).find((found) => found !== undefined);
  const others = rest.filter((word) => months().get(word) === undefined);
  if (month !== undefined) {
    if (rest.length - others.length !== 1) return undefined;
    if (others.length === 0) return joined(year, month);
    const day = /^(\d{1,2})(st|nd|rd|th|er)?$/.exec(others[0] as string)?.[1];
    return others.length === 1 && day ? joined(year, month, day) : undefined;
  }
  return rest.length === 1 && /^(spring|summer|fall|autumn|winter|q[1-4]|early|mid|late|circa|ca|c|about|~)$/.test(rest[0] as string)
    ? year
    : undefined;
}
