import { fileURLToPath } from 'node:url';
import type { Resume } from '@dev-connector/contract';
import { decodeText } from '@dev-connector/json/encoding';
import { InvalidFields } from '../errors.ts';
import { FileTooLarge, readRegularFile } from '../process/regular-file.ts';
import { explainSyntaxError } from './file-text.ts';
import { readResumeText } from './validate.ts';

/** The message is a complete sentence for the admin. */
export class InvalidResumeFile extends Error {
  override name = 'InvalidResumeFile';
}

/** Maximum size of the file in bytes: page and PDF contain all of it. */
const maxBytes = 262_144;

/** The résumé that ships with the site. */
const sample = fileURLToPath(new URL('../../../resume.json', import.meta.url));

/** Reads the owner's résumé and validates it. Throws an InvalidResumeFile with the position of the first problem. */
export async function readResumeFile(file: string = sample): Promise<Resume> {
  const bytes = readBytes(file);
  try {
    return (await readResumeText(await decode(bytes), 'publish')).resume;
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error;
    const [problem, ...others] = error.items;
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    // A second line would quote the file.
    throw new InvalidResumeFile(`RESUME_FILE ${file} cannot be used: ${problem?.msg.split('\n')[0]?.replace(/\.$/, '')}${more}.`);
  }
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
