/// <reference lib="dom" /> the formatter's types use WebAssembly, which Node's types do not define
import { fileURLToPath } from 'node:url';
import type { FormatFailure } from '@dev-connector/json';
import { FileTooLarge, readRegularFile } from '../process/regular-file.ts';
import type { Resume } from './document.ts';
import { lineAt, placeOfPath } from './lines.ts';
import { validateResume } from './rules.ts';
import { shorten } from './shorten.ts';

/** The message is a complete sentence for the site's operator. */
export class ResumeUnusable extends Error {
  override name = 'ResumeUnusable';
}

/** Maximum size of the file in bytes: page and PDF contain all of it. */
const maxBytes = 262_144;

/** The résumé that ships with the site. */
const sample = fileURLToPath(new URL('../../../resume.json', import.meta.url));

/** Reads the owner's résumé and validates it. Throws a ResumeUnusable with the place of the first problem. */
export async function readResume(file: string = sample): Promise<Resume> {
  const bytes = read(file);
  const unusable = (place: string, problem: string) => new ResumeUnusable(`RESUME_FILE ${file} cannot be used: ${place}: ${problem}`);
  let text: string;
  let document: unknown;
  try {
    text = utf8.decode(bytes);
    document = JSON.parse(text);
  } catch (error) {
    const { line, column, message } = await findSyntaxError(bytes, error);
    throw unusable(`line ${line}, column ${column}`, message);
  }
  const [problem, ...others] = validateResume(document);
  if (!problem) return document as Resume;
  const found = problem.found === undefined ? 'is missing' : `is ${shorten(JSON.stringify(problem.found), 59)}`;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  throw unusable(
    `line ${lineAt(text, problem.path)}`,
    `${placeOfPath(problem.path) || 'the document'} must be ${problem.expected}, but ${found}${more}.`,
  );
}

/** Finds a syntax error with the formatter, whose messages are better than those of JSON.parse. Loads the formatter on demand. */
async function findSyntaxError(bytes: Uint8Array, cause: unknown): Promise<FormatFailure> {
  const { createFormatter } = await import('@dev-connector/json');
  const formatter = createFormatter();
  formatter.push(bytes);
  const result = formatter.end();
  if (result.ok) throw new Error('The formatter accepts a text that JSON.parse rejects', { cause });
  return result.error;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function read(file: string): Uint8Array {
  try {
    return readRegularFile(file, maxBytes);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof FileTooLarge) throw new ResumeUnusable(`RESUME_FILE ${file} ${message}.`);
    throw new ResumeUnusable(code === 'ENOENT' ? `RESUME_FILE ${file} does not exist.` : `RESUME_FILE ${file} cannot be read: ${message}.`);
  }
}
