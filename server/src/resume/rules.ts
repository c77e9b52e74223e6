// @ts-expect-error -- the package has no types
import schema from '@jsonresume/schema';
import type { Path } from './lines.ts';
import { isPartialDate } from './partial-date.ts';

/** A problem in a résumé: the path, the expected value and the value that was found. */
export interface ResumeProblem {
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

/** Validates a document against the schema of JSON Resume and, if it is valid, against our own rules. Returns all problems. */
export function validateResume(document: unknown): ResumeProblem[] {
  let errors: SchemaError[] | null = null;
  schema.validate(document, (found: SchemaError[] | null) => (errors = found));
  const problems = ((errors as SchemaError[] | null) ?? []).map(({ path, name, argument, instance }) => ({
    path,
    expected: describeExpected(name, argument),
    found: instance,
  }));
  return problems.length > 0 ? problems : validateFields(document as Record<string, unknown>);
}

function describeExpected(name: string, argument: unknown): string {
  if (name === 'type')
    return [argument]
      .flat()
      .map((type) => types[String(type)] ?? String(type))
      .join(' or ');
  if (name === 'format') return formats[String(argument)] ?? `of the format ${argument}`;
  return name === 'pattern' ? aDate : `valid against the schema of JSON Resume (${name}: ${JSON.stringify(argument)})`;
}

/** Our own rules, by field name at any level. */
const byName: Record<string, { expected: string; isValid(value: unknown): boolean }> = {
  startDate: { expected: aDate, isValid: isDate },
  endDate: { expected: aDate, isValid: isDate },
  date: { expected: aDate, isValid: isDate },
  releaseDate: { expected: aDate, isValid: isDate },
  url: { expected: anAddress, isValid: isAddress },
  image: { expected: anAddress, isValid: isAddress },
  'x-repository': { expected: anAddress, isValid: isAddress },
  'x-path': { expected: 'a path of this site that starts with a single /', isValid: (value) => /^\/(?![/\\])\S*$/.test(String(value)) },
  'x-phones': { expected: 'a list of texts', isValid: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string') },
};

function validateFields(document: Record<string, unknown>): ResumeProblem[] {
  const name = (document.basics as { name?: string } | undefined)?.name;
  const missingName = name?.trim() ? [] : [{ path: ['basics', 'name'], expected: 'the name of the person', found: name }];
  return [...missingName, ...fieldProblems(document, [])];
}

function* fieldProblems(value: unknown, path: Path): Generator<ResumeProblem> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, of] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    const rule = Array.isArray(value) || key.startsWith('_') ? undefined : byName[key];
    if (rule && of !== '' && !rule.isValid(of)) yield { path: here, expected: rule.expected, found: of };
    else if (!key.startsWith('_')) yield* fieldProblems(of, here);
  }
  const { startDate: start, endDate: end } = value as { startDate?: string; endDate?: string };
  if (isDate(start) && isDate(end) && end < start.slice(0, end.length))
    yield { path: [...path, 'endDate'], expected: `a date on or after the start date "${start}"`, found: end };
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && isPartialDate(value);
}

function isAddress(value: unknown): boolean {
  const url = URL.parse(String(value));
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
