import { fileURLToPath } from 'node:url';
import type { Resume } from '@dev-connector/contract';
import { decodeText } from '@dev-connector/json/encoding';
import { InvalidFields } from '../../platform/errors.ts';
import { FileTooLarge, readRegularFile } from '../../platform/process/regular-file.ts';
import { explainSyntaxError } from './file-text.ts';
import { shorten } from './shorten.ts';
import { type ReadResume, readResumeText } from './validate.ts';

/** The message is a complete sentence for the admin. */
export class InvalidResumeFile extends Error {
  override name = 'InvalidResumeFile';
}

/** Maximum size of the file in bytes: page and PDF contain all of it. */
const maxBytes = 262_144;

/** The résumé that ships with the site. */
const sample = fileURLToPath(new URL('../../../../resume.json', import.meta.url));

/** Reads the owner's résumé. Throws an InvalidResumeFile with the position of the first problem. */
export const readResumeFile = async (file?: string): Promise<Resume> => (await inspectResumeFile(file)).resume;

/** Reads the owner's résumé, and returns a line for each value that is not shown or is shown in another form. */
export async function inspectResumeFile(file: string = sample): Promise<{ resume: Resume; notes: string[] }> {
  const bytes = readBytes(file);
  try {
    const { resume, ...read } = await readResumeText(await decode(bytes), 'publish');
    return { resume, notes: notesOf(resume, read) };
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error;
    const [problem, ...others] = error.items;
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    // A second line would quote the file.
    throw new InvalidResumeFile(`RESUME_FILE ${file} cannot be used: ${problem?.msg.split('\n')[0]?.replace(/\.$/, '')}${more}.`);
  }
}

/** Maximum number of notes about a file. */
const maxNotes = 50;

function notesOf(resume: Resume, { invalid, changed, unknown, positionOf }: Omit<ReadResume, 'resume'>): string[] {
  const { address, postalCode } = resume.basics?.location ?? {};
  const hidden = Object.entries({ address, postalCode }).flatMap(([name, value]) => (value?.trim() ? [`basics.location.${name}`] : []));
  const lineOf = (place: string, msg: string) => {
    const position = positionOf(place);
    return shorten(`${place}${position ? ` (${position})` : ''}: ${msg}`, 500);
  };
  const notes = [
    ...invalid.map(({ place, msg }) => lineOf(place, `not shown. ${msg}`)),
    ...unknown.map(({ place, msg }) => lineOf(place, `not shown on page and PDF. ${msg}`)),
    ...hidden.map((place) => lineOf(place, 'never published')),
    ...changed.map(({ place, msg }) => lineOf(place, msg)),
  ];
  const more = notes.length - maxNotes;
  return more > 0 ? [...notes.slice(0, maxNotes), `… and ${more} more`] : notes;
}

/** Decodes UTF-8 or UTF-16. Throws InvalidFields with the name of another encoding, or the position of the first invalid bytes. */
async function decode(bytes: Uint8Array): Promise<string> {
  const decoded = decodeText(bytes);
  if ('error' in decoded) throw new InvalidFields([{ msg: await explainSyntaxError(bytes) }]);
  return decoded.text;
}

function readBytes(file: string): Uint8Array {
  try {
    return readRegularFile(file, maxBytes);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof FileTooLarge) throw new InvalidResumeFile(`RESUME_FILE ${file} ${message}.`);
    throw new InvalidResumeFile(
      code === 'ENOENT' ? `RESUME_FILE ${file} does not exist.` : `RESUME_FILE ${file} cannot be read: ${message}.`,
    );
  }
}
