import { educationInput, experienceInput, type ProblemItem, type ProfileLink, profileInput } from '@dev-connector/contract';
import { Failure } from '../../../platform/errors.ts';
import { compileValidator } from '../../../platform/http/schemas/validation.ts';
import { checkPeriod } from '../../profiles/period.ts';

/*
 * Validates imported values with the schemas of the forms, so that an import accepts nothing that a form rejects.
 */

/** The normalized value, or the problems of an invalid one. */
export type Checked<Value> = { value: Value } | { problems: ProblemItem[] };

type Validate = (body: object) => { value?: unknown; error?: { items: ProblemItem[] } };
const compile = (schema: object) => compileValidator({ schema, method: '', url: '', httpPart: 'body' }) as unknown as Validate;

const validateProfile = compile(profileInput);
const validateEntry = { experience: compile(experienceInput), education: compile(educationInput) };

/** Validates one field of the profile other than skills. Returns '' for an empty text. */
export function checkField(field: string, text: string): Checked<string> {
  const body: Record<string, unknown> = { status: 'any', skills: ['any'], [field]: field === 'openTo' ? text.split(listSeparator) : text };
  const { error } = validateProfile(body); // also replaces the text in the body with its normalized form
  return error ? { problems: error.items } : { value: field === 'openTo' ? text : (body[field] as string) };
}

/** Separates the items of `openTo`, which a preview shows as text. */
export const listSeparator = ', ';

/** Validates a link and returns it with its normalized address. */
export function checkLink(link: ProfileLink): Checked<ProfileLink> {
  const body = { status: 'any', skills: ['any'], links: [{ ...link }] };
  const { error } = validateProfile(body);
  return error ? { problems: error.items } : { value: body.links[0] as ProfileLink };
}

type Period = Parameters<typeof checkPeriod>[0];

/** Validates an experience or education entry. */
export function checkEntry<Entry extends Period>(kind: keyof typeof validateEntry, entry: Entry): Checked<Entry> {
  const body = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
  const { error } = validateEntry[kind](body);
  if (error) return { problems: error.items };
  try {
    checkPeriod(body as Entry);
    return { value: body as Entry };
  } catch (error) {
    if (error instanceof Failure) return { problems: error.items };
    throw error;
  }
}
