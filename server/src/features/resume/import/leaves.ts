import { isBlank, type Note } from '../normalize.ts';

/** Maximum length of a place whose values have places of their own. Names can be as long as the file, and each value below would repeat them. */
const maxPlace = 500;

/**
 * Returns the places of all values of a file that are not blank, and neither lists nor objects. Values below a place that `isMentioned` are left out; a list or
 * object that `isWhole` is returned itself.
 */
export function leavesOf(value: unknown, isMentioned = (_place: string) => false, isWhole = isMentioned, place = ''): string[] {
  if (isMentioned(place)) return [];
  if (typeof value !== 'object' || value === null || place.length > maxPlace || isWhole(place)) return isBlank(value) ? [] : [place];
  return Object.entries(value).flatMap(([name, field]) =>
    leavesOf(field, isMentioned, isWhole, Array.isArray(value) ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`),
  );
}

/** Returns a place and the places of the lists and objects around it, from the inside out. */
export function* placesAround(place: string): Generator<string> {
  for (let end = place.length; end > 0; end = Math.max(place.lastIndexOf('.', end - 1), place.lastIndexOf('[', end - 1)))
    yield place.slice(0, end);
}

/** Reasons to leave out a value, by its place without indexes. The first that fits decides. */
const reasons: Array<[place: RegExp, msg: string]> = [
  [/^\$schema$|^meta\b/, 'Describes the file'],
  [/^basics\.name$/, 'Your name is that of your account'],
  [/^basics\.image$/, 'A profile has the picture of the account'],
  [/^basics\.email$/, 'A profile is public and shows no e-mail address'],
  [/^basics\.(phone|x-phones)/, 'A profile is public and shows no phone number'],
  [/^basics\.location\.(address|postalCode)$/, 'A profile is public and shows no street and postal code'],
  [/^basics\.profiles/, 'The link has this from its address or user name'],
  [/^(work|education)\.url$/, 'An entry has no web address'],
  [/^skills\.name$/, 'Group names are skipped; the skills in them are imported.'],
  [/^skills\.level$/, 'A skill has no level'],
  [/^(work|education)\b/, 'Left out with its entry'],
  [/^(volunteer|awards|certificates|publications|languages|interests|references|projects)\b/, 'A profile has no such section'],
];

/** Sections of which one note is enough. */
const wholeSections = /^(volunteer|awards|certificates|publications|languages|interests|references|projects|hobbies|meta)\b/;

/** What a preview says already: places of values and notes, and the index at which each list that is too long `ends`. */
interface Said {
  mentioned: ReadonlySet<string>;
  ends: ReadonlyMap<string, number>;
  nameOf: (place: string) => string;
}

/** Lists the values of a file that neither a plan nor a note mentions, and the items that a list has too many. */
export function leftOut(file: object, { mentioned, ends, nameOf }: Said): Note[] {
  const itemOf = (place: string) => {
    const [, list = '', index = ''] = /^(.*)\[(\d+)\]$/s.exec(place) ?? [];
    return { list, end: ends.get(list), index: Number(index) };
  };
  const isExcess = (place: string) => {
    const { end, index } = itemOf(place);
    return end !== undefined && index >= end;
  };
  const isMentioned = (place: string) => {
    if (ends.has(place)) return false;
    const { list, end, index } = itemOf(place);
    return mentioned.has(place) || (end !== undefined && index < end && mentioned.has(list));
  };
  const notes = new Map<string, string>();
  for (const leaf of leavesOf(file, isMentioned, isExcess)) {
    const name = nameOf(leaf).replace(/\[\d+\]/g, '');
    const msg = isExcess(leaf)
      ? 'The list is too long'
      : (reasons.find(([pattern]) => pattern.test(name))?.[1] ?? 'A profile has no field for this');
    notes.set(wholeSections.exec(leaf)?.[0] ?? leaf, msg);
  }
  return [...notes].map(([place, msg]) => ({ place, msg }));
}
