import { limits, type ProblemItem, type Resume, resumeFile } from '@dev-connector/contract';
import { Ajv, type ErrorObject } from 'ajv';
import { InvalidFields } from '../errors.ts';
import { parseUrl, unstorable } from '../http/schemas/fields.ts';
import { parseText } from './file-text.ts';
import { dateForms, isPartialDate } from './partial-date.ts';
import { shorten } from './shorten.ts';

/*
 * Validates résumé files against the schema of the contract. A file to publish must follow JSON Resume exactly, because the site shows it as it is. A file to
 * import may come from a program that does not: null is a missing value, and dates and addresses are checked with the entry or field that they belong to.
 */
type Purpose = 'publish' | 'import';

export interface ReadResume {
  /** The file's content. Lists of an import may have null items. */
  resume: Resume;
  /** Unknown top-level fields. */
  unknown: string[];
  /** Returns `line 3, column 14` for a place such as `work[2].startDate`, or undefined if it does not exist. */
  positionOf: (place: string) => string | undefined;
}

interface Problem {
  place: string;
  problem: string;
}

/** Maximum number of reported problems, and of reported unknown fields. */
const maxReported = 20;
/** Maximum number of characters of a problem's message and of its place, because keys can be as long as the file. */
const maxProblemText = 500;

/**
 * Reads a JSON Resume. Throws InvalidFields with the position of each problem if the text is not JSON, not a résumé, or has invalid values or duplicate keys.
 */
export async function readResumeText(text: string, purpose: Purpose): Promise<ReadResume> {
  const { value, positionOf, repeated } = await parseText(text, { nulls: purpose === 'publish' });
  const names = topLevelNames(value);
  const twice = repeated.map(({ place, positions }) => ({ place, problem: `appears twice, on ${positions.join(' and on ')}; remove one` }));
  if (twice.length > 0) throw invalid(twice, () => undefined);
  const problems = validators[purpose](value);
  if (problems.length > 0) throw invalid(problems, positionOf);
  return { resume: value as Resume, unknown: unknownOf(names), positionOf };
}

function invalid(problems: Problem[], positionOf: ReadResume['positionOf']): InvalidFields {
  const items: ProblemItem[] = problems.slice(0, maxReported).map(({ place, problem }) => {
    const position = positionOf(place);
    return {
      msg: shorten(`${place}${position ? ` (${position})` : ''}: ${problem}`, maxProblemText),
      field: shorten(place, maxProblemText),
    };
  });
  const more = problems.length - items.length;
  return new InvalidFields([...items, ...(more > 0 ? [{ msg: `… and ${more} more`, field: 'resume' }] : [])]);
}

const known = Object.keys(resumeFile.properties);
const sections = known.filter((name) => name !== '$schema' && name !== 'meta');

/** Returns the names of the top-level fields. Throws InvalidFields if none is a section of a résumé. */
function topLevelNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notResume(`found ${describe(value)}`);
  const names = Object.keys(value);
  if (names.some((name) => sections.includes(name))) return names;
  const shown = names.slice(0, 5).map((name) => JSON.stringify(shorten(name)));
  throw notResume(names.length > 0 ? `found only ${list(shown)}` : 'found nothing');
}

const notResume = (found: string) =>
  new InvalidFields([
    {
      msg: `This is JSON, but not a JSON Resume: expected an object with ${list(sections.slice(0, 4))} and the like, ${found}`,
      field: 'resume',
    },
  ]);

function unknownOf(names: string[]): string[] {
  const unknown = names.filter((name) => !known.includes(name));
  const more = unknown.length - maxReported;
  return [...unknown.slice(0, maxReported).map((name) => shorten(name)), ...(more > 0 ? [`… and ${more} more`] : [])];
}

/** The subset of JSON Schema that the contract's résumé schemas use. */
interface Schema {
  type: 'object' | 'array' | 'string' | 'boolean';
  properties?: Record<string, Schema>;
  items?: Schema;
  pattern?: string;
}

/** Formats of texts by field name. Dates have a pattern in the contract; all other texts have the format `text`. */
const formatsByName: Record<string, string> = {
  $schema: 'uri',
  canonical: 'uri',
  image: 'uri',
  url: 'uri',
  'x-repository': 'uri',
  'x-path': 'site-path',
  email: 'email',
};

/** Adds our limits to a schema of the contract. Each text has a format, and the items of lists may be null in an import. */
function withLimits({ type, properties, items, pattern }: Schema, purpose: Purpose, name = ''): object {
  if (properties)
    return {
      type,
      properties: Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, withLimits(schema, purpose, key)])),
    };
  if (items)
    return {
      type,
      maxItems: name === 'work' || name === 'education' ? limits.entries : limits.resumeList,
      items: { ...withLimits(items, purpose), nullable: purpose === 'import' },
    };
  return type === 'string' ? { type, format: pattern ? 'partial-date' : (formatsByName[name] ?? 'text') } : { type };
}

const isText = (text: string) => !unstorable(text);
const formats = {
  import: {
    text: isText,
    'partial-date': isText,
    uri: isText,
    email: isText,
    'site-path': isText,
  },
  publish: {
    text: isText,
    'partial-date': isPartialDate,
    uri: (text: string) => text === '' || isAddress(text),
    email: (text: string) => /^[^\s@]+@[^\s@]+$/.test(text),
    'site-path': (text: string) => /^\/(?![/\\])\S*$/.test(text),
  },
};

const expectedFormats: Record<string, string> = {
  'partial-date': dateForms,
  uri: 'a web address that starts with https:// or http://',
  email: 'an e-mail address',
  'site-path': 'a path of this site that starts with a single /',
};
const types: Record<string, string> = { string: 'text', array: 'a list', object: 'an object', boolean: 'true or false' };

function validator(purpose: Purpose): (value: unknown) => Problem[] {
  const ajv = new Ajv({ allErrors: true, verbose: true, formats: formats[purpose] });
  const schema = withLimits(resumeFile as unknown as Schema, purpose);
  // Ajv compiles the schema at its first use.
  return (value) => (ajv.validate(schema, value) ? [] : (ajv.errors ?? []).map(toProblem));
}

const validators = {
  import: validator('import'),
  publish(value: unknown): Problem[] {
    const problems = validatePublished(value);
    return problems.length > 0 ? problems : [...ownerProblems(value as Resume)];
  },
};
const validatePublished = validator('publish');

function toProblem({ keyword, instancePath, params, data, parentSchema }: ErrorObject): Problem {
  const place = instancePath
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  if (keyword === 'maxItems') return { place, problem: `expected at most ${params.limit} entries, found ${(data as unknown[]).length}` };
  if (keyword === 'type') return { place, problem: `expected ${types[(parentSchema as Schema).type]}, found ${describe(data)}` };
  if (isText(data as string)) return { place, problem: `expected ${expectedFormats[params.format]}, found ${describe(data)}` };
  return { place, problem: 'contains a character that cannot be stored' };
}

/** Rules for a valid file that JSON Schema cannot express: the person has a name, and no period ends before it starts. */
function* ownerProblems({ basics, work = [], volunteer = [], education = [], projects = [] }: Resume): Generator<Problem> {
  if (!basics?.name?.trim()) yield { place: 'basics.name', problem: `expected the name of the person, found ${describe(basics?.name)}` };
  for (const [section, entries] of Object.entries({ work, volunteer, education, projects }))
    for (const [index, { startDate: start, endDate: end }] of entries.entries())
      if (start && end && end < start.slice(0, end.length))
        yield { place: `${section}[${index}].endDate`, problem: `expected a date on or after the start date "${start}", found "${end}"` };
}

function isAddress(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** Describes a value for a message. */
function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return value === null ? 'null' : 'an object';
  return JSON.stringify(typeof value === 'string' ? shorten(value) : value);
}

const list = (names: string[]) => new Intl.ListFormat('en').format(names);
