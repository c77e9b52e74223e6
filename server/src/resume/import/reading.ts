import { type JsonResume, jsonResume, limits, type ProblemItem, type ProfileResume, profileResume } from '@dev-connector/contract';
import { InvalidFields } from '../../errors.ts';
import { tidy, unstorable } from '../../http/fields.ts';
import { linesOf } from '../lines.ts';
import { isPartialDate } from '../partial-date.ts';
import { shorten } from '../shorten.ts';
import { parseResume } from './syntax.ts';

/** Names of fields before version 1.0.0 of the schema, which some files still use. */
interface LegacyFields {
  company?: string;
  website?: string;
}

type Item<List> = NonNullable<List> extends Array<infer Element> ? Element : never;

/** A parsed résumé: a JSON Resume of any version, possibly with our extensions. List items may be null. */
export interface FoundResume extends Omit<JsonResume, 'basics' | 'work' | 'education'> {
  basics?: ProfileResume['basics'] & LegacyFields;
  work?: Array<Item<ProfileResume['work']> & LegacyFields>;
  education?: Array<Item<ProfileResume['education']>>;
}

export interface ReadResume {
  resume: FoundResume;
  /** Unknown top-level fields. */
  unknown: string[];
  /** Returns the line of a place in the file, from 1. */
  lineOf: (place: string) => number | undefined;
}

/** The subset of JSON Schema that the contract's résumé schemas use. */
interface Schema {
  type: 'object' | 'array' | 'string' | 'boolean';
  properties?: Record<string, Schema>;
  items?: Schema;
  pattern?: string;
}

const legacy = { company: { type: 'string' }, website: { type: 'string' } } as const;
const { basics, work, education } = profileResume.properties;
const document = {
  type: 'object',
  properties: {
    ...jsonResume.properties,
    basics: { type: 'object', properties: { ...basics.properties, website: legacy.website } },
    work: { type: 'array', items: { type: 'object', properties: { ...work.items.properties, ...legacy } } },
    education,
  },
} as unknown as Schema;

const known = Object.keys(document.properties ?? {});
const sections = known.filter((name) => name !== '$schema' && name !== 'meta');

/** Maximum number of reported problems, and of reported unknown fields. */
const maxReported = 20;
/** Maximum number of characters of a problem's message and of its place. */
const maxProblemText = 500;

/**
 * Reads a JSON Resume. Throws InvalidFields, with the place of each problem, if the text is not JSON, not a résumé, or has a value of a wrong type or an
 * invalid date. Treats null and empty dates as missing.
 */
export async function readText(text: string): Promise<ReadResume> {
  const value = await parseResume(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notResume(`found ${describe(value)}`);
  const names = Object.keys(value);
  if (!names.some((name) => sections.includes(name)))
    throw notResume(
      names.length > 0 ? `found only ${list(names.slice(0, 5).map((name) => JSON.stringify(shorten(name))))}` : 'found nothing',
    );

  const lines = linesOf(text);
  const found: ProblemItem[] = lines.repeated.map(({ place, lines: [first, second] }) => ({
    msg: `${place}: appears twice, on lines ${first} and ${second}; remove one`,
    field: place,
  }));
  let more = 0;
  const resume = validate(value, document, '', (place, problem) => {
    if (found.length >= maxReported) return void more++;
    const line = lines.byPlace.get(place);
    found.push({ msg: `${place}${line ? ` (line ${line})` : ''}: ${problem}`, field: place });
  });
  if (found.length > 0) {
    // Field names in the file can be as long as the file.
    const shown = found.map(({ msg, field = '' }) => ({ msg: shorten(msg, maxProblemText), field: shorten(field, maxProblemText) }));
    throw new InvalidFields([...shown, ...(more > 0 ? [{ msg: `… and ${more} more`, field: 'resume' }] : [])]);
  }
  return { resume: resume as FoundResume, unknown: unknownOf(names), lineOf: (place) => lines.byPlace.get(place) };
}

function unknownOf(names: string[]): string[] {
  const unknown = names.filter((name) => !known.includes(name));
  const more = unknown.length - maxReported;
  return [...unknown.slice(0, maxReported).map((name) => shorten(name)), ...(more > 0 ? [`… and ${more} more`] : [])];
}

const notResume = (found: string) =>
  new InvalidFields([
    {
      msg: `This is JSON, but not a JSON Resume: expected an object with ${list(sections.slice(0, 4))} and the like, ${found}`,
      field: 'resume',
    },
  ]);

/** Returns the part of a value that the schema defines, and reports each problem with its place. */
function validate(value: unknown, schema: Schema, place: string, report: (place: string, problem: string) => void): unknown {
  if (value === null || value === undefined) return undefined;
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') return report(place, `expected text, found ${describe(value)}`);
      if (unstorable(value)) return report(place, 'contains a character that cannot be stored');
      return schema.pattern ? validateDate(value, place, report) : value;
    case 'boolean':
      return typeof value === 'boolean' ? value : report(place, `expected true or false, found ${describe(value)}`);
    case 'array': {
      if (!Array.isArray(value)) return report(place, `expected a list, found ${describe(value)}`);
      const max = place === 'work' || place === 'education' ? limits.entries : limits.resumeList;
      if (value.length > max) return report(place, `expected at most ${max} entries, found ${value.length}`);
      return value.map((item, index) => validate(item, schema.items as Schema, `${place}[${index}]`, report) ?? null);
    }
    case 'object': {
      if (typeof value !== 'object' || Array.isArray(value)) return report(place, `expected an object, found ${describe(value)}`);
      const own = Object.entries(schema.properties ?? {}).filter(([name]) => Object.hasOwn(value, name));
      const entries = own.map(([name, of]) => [
        name,
        validate((value as Record<string, unknown>)[name], of, place ? `${place}.${name}` : name, report),
      ]);
      return Object.fromEntries(entries);
    }
  }
}

function validateDate(text: string, place: string, report: (place: string, problem: string) => void): string | undefined {
  const date = text.trim();
  if (date === '') return undefined;
  if (isPartialDate(date)) return date;
  const day = tidy.calendarDate(date, {}); // uses the date part of a date-time, like the forms
  if ('value' in day) return day.value as string;
  report(place, `expected YYYY, YYYY-MM or YYYY-MM-DD, found ${describe(text)}`);
  return undefined;
}

/** Describes a value for a message. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return value === null ? 'null' : 'an object';
  return JSON.stringify(typeof value === 'string' ? shorten(value) : value);
}

const list = (names: string[]) => new Intl.ListFormat('en').format(names);
