import { educationInput, experienceInput, type ProblemItem, profileInput } from '@dev-connector/contract';
import { Failure } from '../../errors.ts';
import { compileValidator } from '../../http/validation.ts';
import { checkPeriod } from '../../profiles/period.ts';

/*
 * Judges what a résumé says by the rules of the forms, so that nothing comes in by a file that could not be typed.
 */

/** What would be kept, or what is wrong with it. */
export type Judged<Kept> = { kept: Kept } | { wrong: ProblemItem[] };

type Validate = (body: object) => { value?: unknown; error?: { items: ProblemItem[] } };
const compile = (schema: object) => compileValidator({ schema, method: '', url: '', httpPart: 'body' }) as unknown as Validate;

const judgeProfile = compile(profileInput);
const entries = { experience: compile(experienceInput), education: compile(educationInput) };

/** One field of the profile, other than its skills; empty text is kept as ''. */
export function judgeField(field: string, text: string): Judged<string> {
  const body: Record<string, unknown> = { status: 'any', skills: ['any'], [field]: text };
  const { error } = judgeProfile(body); // which leaves the text in the body as it would be kept
  return error ? { wrong: error.items } : { kept: body[field] as string };
}

interface Period {
  from: string;
  to?: string | undefined;
  current: boolean;
}

/** An entry of experience or education. */
export function judgeEntry<Entry extends Period>(kind: keyof typeof entries, entry: Entry): Judged<Entry> {
  const body = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
  const { error } = entries[kind](body);
  if (error) return { wrong: error.items };
  try {
    checkPeriod(body as unknown as Period);
    return { kept: body as unknown as Entry };
  } catch (error) {
    if (error instanceof Failure) return { wrong: error.items };
    throw error;
  }
}
