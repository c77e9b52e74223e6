/// <reference lib="dom" /> the formatter is WebAssembly, which Node's own types do not know
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FormatFailure } from '@dev-connector/json';
import type { Resume } from './document.ts';
import { lineAt, placeOfPath } from './lines.ts';
import { faultsOf } from './rules.ts';

/** Its message is a whole sentence for the person who starts the site. */
export class ResumeUnusable extends Error {
  override name = 'ResumeUnusable';
}

/** Bytes of the file at most: the page and the PDF are made of all of it. */
const largest = 262_144;

/** The résumé that ships with the site. */
const sample = fileURLToPath(new URL('../../../resume.json', import.meta.url));

/** The owner's résumé, held to the schema of JSON Resume and to what the page needs. Throws a ResumeUnusable that names the place of what is wrong. */
export async function readResume(file: string = sample): Promise<Resume> {
  const bytes = read(file);
  const unusable = (where: string, what: string) => new ResumeUnusable(`RESUME_FILE ${file} cannot be used: ${where}: ${what}`);
  let text: string;
  let document: unknown;
  try {
    text = utf8.decode(bytes);
    document = JSON.parse(text);
  } catch (error) {
    const { line, column, message } = await whyNotJson(bytes, error);
    throw unusable(`line ${line}, column ${column}`, message);
  }
  const [fault, ...others] = faultsOf(document);
  if (!fault) return document as Resume;
  const found = fault.found === undefined ? 'is missing' : `is ${shortened(JSON.stringify(fault.found))}`;
  const more = others.length > 0 ? ` (${others.length} more after it)` : '';
  throw unusable(
    `line ${lineAt(text, fault.path)}`,
    `${placeOfPath(fault.path) || 'the document'} must be ${fault.expected}, but ${found}${more}.`,
  );
}

/** The formatter knows better than JSON.parse where a text is wrong and why; it is loaded where it is needed only. */
async function whyNotJson(bytes: Uint8Array, cause: unknown): Promise<FormatFailure> {
  const { createFormatter } = await import('@dev-connector/json');
  const formatter = createFormatter();
  formatter.push(bytes);
  const result = formatter.end();
  if (result.ok) throw new Error('The formatter takes for JSON what JSON.parse does not', { cause });
  return result.error;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

function read(file: string): Uint8Array {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    const { size } = fstatSync(handle);
    if (size > largest) throw new ResumeUnusable(`RESUME_FILE ${file} is too large: ${size} bytes, and ${largest} are the most.`);
    return readFileSync(handle);
  } catch (error) {
    if (error instanceof ResumeUnusable) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ResumeUnusable(code === 'ENOENT' ? `RESUME_FILE ${file} is not there.` : `RESUME_FILE ${file} cannot be read: ${message}.`);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
