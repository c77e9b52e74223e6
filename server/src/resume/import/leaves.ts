import type { Note } from '../normalize.ts';

/** Returns the places of all values of a file that are not blank, and neither lists nor objects. */
export function leavesOf(value: unknown, place = ''): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [place];
  if (typeof value !== 'object' || value === null) return value === null ? [] : [place];
  return Object.entries(value).flatMap(([name, field]) =>
    leavesOf(field, Array.isArray(value) ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`),
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

/** Lists the values of a file that neither a plan nor a note mentions. */
export function leftOut(file: object, mentioned: ReadonlySet<string>, nameOf: (place: string) => string): Note[] {
  const notes = new Map<string, string>();
  for (const leaf of leavesOf(file)) {
    if (placesAround(leaf).some((place) => mentioned.has(place))) continue;
    const name = nameOf(leaf).replace(/\[\d+\]/g, '');
    const msg = reasons.find(([pattern]) => pattern.test(name))?.[1] ?? 'A profile has no field for this';
    notes.set(wholeSections.exec(leaf)?.[0] ?? leaf, msg);
  }
  return [...notes].map(([place, msg]) => ({ place, msg }));
}
