import { type Resume, resumeFile } from '@dev-connector/contract';
import { type FieldProblem, InvalidFields } from '../../platform/errors.ts';
import { describe } from './describe.ts';
import { parseText } from './file-text.ts';
import { type Note, normalize, type Purpose } from './normalize.ts';
import { shorten } from './shorten.ts';

export interface ReadResume {
  /** The file's content. Lists of an import may have null items. */
  resume: Resume;
  /** The file's content as it is, without null. */
  file: object;
  /** Values that were left out (`invalid`), read in another form (`changed`), or belong to no field (`unknown`). */
  invalid: Note[];
  changed: Note[];
  unknown: Note[];
  /** The place in the file of a value of `resume`. */
  placeInFile: (place: string) => string;
  /** The place in `resume` of a value in the file. */
  nameOf: (place: string) => string;
  /** Returns `line 3, column 14` for a place in the file such as `work[2].startDate`, or undefined if it does not exist. */
  positionOf: (place: string) => string | undefined;
}

/** Maximum number of reported problems. */
const maxReported = 20;
/** Maximum number of characters of a problem's message and of its place, because keys can be as long as the file. */
const maxProblemText = 500;

/**
 * Reads a JSON Resume. Throws InvalidFields with the position of each problem if the text is not JSON, not a résumé, has duplicate keys, or, to be published,
 * has no name. Any other value that does not fit is left out.
 */
export async function readResumeText(text: string, purpose: Purpose): Promise<ReadResume> {
  const { value, positionOf, repeated } = await parseText(text, { nulls: false });
  checkIsResume(value);
  if (repeated.length > 0)
    throw invalid(
      repeated.map(({ place, positions }) => ({ place, msg: `appears twice, on ${positions.join(' and on ')}; remove one` })),
      () => undefined,
    );
  const { resume, ...notes } = normalize(value, purpose);
  if (purpose === 'publish' && !resume.basics?.name?.trim()) {
    const { name } = (value as { basics?: { name?: unknown } }).basics ?? {};
    throw invalid([{ place: 'basics.name', msg: `expected the name of the person, found ${describe(name)}` }], positionOf);
  }
  return { resume, file: value, ...notes, positionOf };
}

function invalid(problems: Note[], positionOf: ReadResume['positionOf']): InvalidFields {
  const items: FieldProblem[] = problems.slice(0, maxReported).map(({ place, msg }) => {
    const position = positionOf(place);
    return {
      msg: shorten(`${place}${position ? ` (${position})` : ''}: ${msg}`, maxProblemText),
      field: shorten(place, maxProblemText),
    };
  });
  const more = problems.length - items.length;
  return new InvalidFields([...items, ...(more > 0 ? [{ msg: `… and ${more} more`, field: 'resume' }] : [])]);
}

const sections = [...Object.keys(resumeFile.properties).filter((name) => name !== '$schema' && name !== 'meta'), 'bio', 'hobbies'];

/** Throws InvalidFields if a value is not an object with a section of a résumé. */
function checkIsResume(value: unknown): asserts value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notResume(`found ${describe(value)}`);
  const names = Object.keys(value);
  if (names.some((name) => sections.includes(name))) return;
  const shown = names.slice(0, 5).map((name) => JSON.stringify(shorten(name)));
  throw notResume(names.length > 0 ? `found only ${list(shown)}` : 'found nothing');
}

const notResume = (found: string) =>
  new InvalidFields([
    {
      msg: `This is JSON, but not a JSON Resume: expected an object with ${sections.slice(0, 4).join(', ')} or other sections of a résumé, ${found}`,
      field: 'resume',
    },
  ]);

const list = (names: string[]) => new Intl.ListFormat('en').format(names);
