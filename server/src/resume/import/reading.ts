import { type JsonResume, jsonResume, limits, type ProblemItem, type ProfileResume, profileResume } from '@dev-connector/contract';
import { InvalidFields } from '../../errors.ts';
import { tidy, unstorable } from '../../http/fields.ts';
import { linesOf } from '../lines.ts';
import { isPartialDate } from '../partial-date.ts';
import { parseResume } from './syntax.ts';

/** What was called otherwise before version 1.0.0, in files that are still about. */
interface Older {
  company?: string;
  website?: string;
}

type Item<List> = NonNullable<List> extends Array<infer One> ? One : never;

/** A résumé as it was found: any JSON Resume, one of ours, or one of before 1.0.0. An item of a list may be null. */
export interface FoundResume extends Omit<JsonResume, 'basics' | 'work' | 'education'> {
  basics?: ProfileResume['basics'] & Older;
  work?: Array<Item<ProfileResume['work']> & Older>;
  education?: Array<Item<ProfileResume['education']>>;
}

export interface ReadResume {
  resume: FoundResume;
  /** What stands at the top that no résumé has. */
  unknown: string[];
  /** The line of a place in the file, from 1. */
  lineOf: (place: string) => number | undefined;
}

/** The little of JSON Schema that the contract's schemas of a résumé use. */
interface Schema {
  type: 'object' | 'array' | 'string' | 'boolean';
  properties?: Record<string, Schema>;
  items?: Schema;
  pattern?: string;
}

const older = { company: { type: 'string' }, website: { type: 'string' } } as const;
const { basics, work, education } = profileResume.properties;
const document = {
  type: 'object',
  properties: {
    ...jsonResume.properties,
    basics: { type: 'object', properties: { ...basics.properties, website: older.website } },
    work: { type: 'array', items: { type: 'object', properties: { ...work.items.properties, ...older } } },
    education,
  },
} as unknown as Schema;

const known = Object.keys(document.properties ?? {});
const sections = known.filter((name) => name !== '$schema' && name !== 'meta');

/** Problems, and unknown fields, that are reported at once. */
const told = 20;
/** Characters of a problem's message and of its place. */
const maxProblem = 500;

/**
 * Reads the text of a JSON Resume. One that is no JSON, no résumé, or has anything of a wrong type or a date that is none is refused as a whole, each message
 * with its place. What is null, or an empty date, is as good as not there.
 */
export async function readText(text: string): Promise<ReadResume> {
  const value = await parseResume(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw noResume(`found ${describe(value)}`);
  const names = Object.keys(value);
  if (!names.some((name) => sections.includes(name)))
    throw noResume(
      names.length > 0 ? `found only ${list(names.slice(0, 5).map((name) => JSON.stringify(shortened(name))))}` : 'found nothing',
    );

  const lines = linesOf(text);
  const found: ProblemItem[] = lines.repeated.map(({ place, lines: [first, second] }) => ({
    msg: `${place}: stands there twice, on lines ${first} and ${second}, and only one can be meant`,
    field: place,
  }));
  let more = 0;
  const resume = judge(value, document, '', (place, wrong) => {
    if (found.length >= told) return void more++;
    const line = lines.of.get(place);
    found.push({ msg: `${place}${line ? ` (line ${line})` : ''}: ${wrong}`, field: place });
  });
  if (found.length > 0) {
    // Names in the file may be as long as the file.
    const shown = found.map(({ msg, field = '' }) => ({ msg: shortened(msg, maxProblem), field: shortened(field, maxProblem) }));
    throw new InvalidFields([...shown, ...(more > 0 ? [{ msg: `… and ${more} more`, field: 'resume' }] : [])]);
  }
  return { resume: resume as FoundResume, unknown: unknownOf(names), lineOf: (place) => lines.of.get(place) };
}

function unknownOf(names: string[]): string[] {
  const unknown = names.filter((name) => !known.includes(name));
  const more = unknown.length - told;
  return [...unknown.slice(0, told).map((name) => shortened(name)), ...(more > 0 ? [`… and ${more} more`] : [])];
}

const noResume = (found: string) =>
  new InvalidFields([
    {
      msg: `This is JSON, but not a JSON Resume: expected an object with ${list(sections.slice(0, 4))} and the like, ${found}`,
      field: 'resume',
    },
  ]);

/** What there is of a value that its schema knows; each thing that is wrong is told of with its place. */
function judge(value: unknown, schema: Schema, place: string, tell: (place: string, wrong: string) => void): unknown {
  if (value === null || value === undefined) return undefined;
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') return tell(place, `expected text, found ${describe(value)}`);
      if (unstorable(value)) return tell(place, 'holds a character that cannot be stored');
      return schema.pattern ? judgeDate(value, place, tell) : value;
    case 'boolean':
      return typeof value === 'boolean' ? value : tell(place, `expected true or false, found ${describe(value)}`);
    case 'array': {
      if (!Array.isArray(value)) return tell(place, `expected a list, found ${describe(value)}`);
      const most = place === 'work' || place === 'education' ? limits.entries : limits.resumeList;
      if (value.length > most) return tell(place, `expected at most ${most} entries, found ${value.length}`);
      return value.map((item, index) => judge(item, schema.items as Schema, `${place}[${index}]`, tell) ?? null);
    }
    case 'object': {
      if (typeof value !== 'object' || Array.isArray(value)) return tell(place, `expected an object, found ${describe(value)}`);
      const own = Object.entries(schema.properties ?? {}).filter(([name]) => Object.hasOwn(value, name));
      const judged = own.map(([name, of]) => [
        name,
        judge((value as Record<string, unknown>)[name], of, place ? `${place}.${name}` : name, tell),
      ]);
      return Object.fromEntries(judged);
    }
  }
}

function judgeDate(text: string, place: string, tell: (place: string, wrong: string) => void): string | undefined {
  const date = text.trim();
  if (date === '') return undefined;
  if (isPartialDate(date)) return date;
  const day = tidy.calendarDate(date, {}); // of a date-time the date part is kept, as everywhere
  if ('value' in day) return day.value as string;
  tell(place, `expected YYYY, YYYY-MM or YYYY-MM-DD, found ${describe(text)}`);
  return undefined;
}

/** A value, said in few words. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return value === null ? 'null' : 'an object';
  return JSON.stringify(typeof value === 'string' ? shortened(value) : value);
}

/** The beginning of a text, for a message. */
export const shortened = (text: string, max = 40) => (text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text);
const list = (names: string[]) => new Intl.ListFormat('en').format(names);
