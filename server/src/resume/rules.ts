// @ts-expect-error -- it has no types of its own
import schema from '@jsonresume/schema';
import type { Path } from './lines.ts';
import { isPartialDate } from './partial-date.ts';

/** What is wrong with a résumé: where, and what is expected there instead of what stands there. */
export interface Fault {
  path: Path;
  expected: string;
  found: unknown;
}

/** An error as the validator of `@jsonresume/schema` reports it. */
interface SchemaError {
  path: Path;
  name: string;
  argument: unknown;
  instance: unknown;
}

const aDate = 'a date as YYYY, YYYY-MM or YYYY-MM-DD';
const anAddress = 'a web address that starts with https:// or http://';
const formats: Record<string, string> = { uri: anAddress, email: 'an e-mail address' };
const types: Record<string, string> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  number: 'a number',
  boolean: 'true or false',
};

/** All that is wrong with a document that should be a résumé: first by the schema of JSON Resume, and where that is content by our own rules. */
export function faultsOf(document: unknown): Fault[] {
  let errors: SchemaError[] | null = null;
  schema.validate(document, (found: SchemaError[] | null) => (errors = found));
  const faults = ((errors as SchemaError[] | null) ?? []).map(({ path, name, argument, instance }) => ({
    path,
    expected: expectedBy(name, argument),
    found: instance,
  }));
  return faults.length > 0 ? faults : ownFaults(document as Record<string, unknown>);
}

function expectedBy(name: string, argument: unknown): string {
  if (name === 'type')
    return [argument]
      .flat()
      .map((type) => types[String(type)] ?? String(type))
      .join(' or ');
  if (name === 'format') return formats[String(argument)] ?? `of the format ${argument}`;
  return name === 'pattern' ? aDate : `as the schema of JSON Resume has it (${name}: ${JSON.stringify(argument)})`;
}

/** What each field must be beyond the schema, by its name and wherever it stands. */
const byName: Record<string, { expected: string; holds(value: unknown): boolean }> = {
  startDate: { expected: aDate, holds: isDate },
  endDate: { expected: aDate, holds: isDate },
  date: { expected: aDate, holds: isDate },
  releaseDate: { expected: aDate, holds: isDate },
  url: { expected: anAddress, holds: isAddress },
  image: { expected: anAddress, holds: isAddress },
  'x-repository': { expected: anAddress, holds: isAddress },
  'x-path': { expected: 'an address of this site that starts with one /', holds: (value) => /^\/(?![/\\])\S*$/.test(String(value)) },
  'x-phones': { expected: 'a list of texts', holds: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string') },
};

function ownFaults(document: Record<string, unknown>): Fault[] {
  const name = (document.basics as { name?: string } | undefined)?.name;
  const nameless = name?.trim() ? [] : [{ path: ['basics', 'name'], expected: 'the name of the person', found: name }];
  return [...nameless, ...within(document, [])];
}

function* within(value: unknown, path: Path): Generator<Fault> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, of] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    const rule = Array.isArray(value) || key.startsWith('_') ? undefined : byName[key];
    if (rule && of !== '' && !rule.holds(of)) yield { path: here, expected: rule.expected, found: of };
    else if (!key.startsWith('_')) yield* within(of, here);
  }
  const { startDate: start, endDate: end } = value as { startDate?: string; endDate?: string };
  if (isDate(start) && isDate(end) && end < start.slice(0, end.length))
    yield { path: [...path, 'endDate'], expected: `a date not before the start date "${start}"`, found: end };
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && isPartialDate(value);
}

function isAddress(value: unknown): boolean {
  const url = URL.parse(String(value));
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
