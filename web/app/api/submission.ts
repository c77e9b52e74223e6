import { deleteDraft, readDraft, saveDraft } from '../accounts/session/draft';

/** A text to submit and its idempotency key, which makes a repeated request harmless. */
export interface Submission {
  text: string;
  key: string;
}

/**
 * Returns the submission for a text. The same text keeps its key until the server accepts it, even after a reload, because a lost response does not tell whether
 * the request succeeded. A different text gets a new key.
 */
export function submissionFor(form: string, text: string): Submission {
  const last = readDraft(`${form}:key`);
  if (last?.text === text && last.key) return { text, key: last.key };
  const submission = { text, key: newKey() };
  saveDraft(`${form}:key`, { ...submission });
  return submission;
}

/** Forgets the key after the server has accepted the text, so that the same text can be submitted again. */
export const clearSubmission = (form: string): void => deleteDraft(`${form}:key`);

/**
 * A timestamp followed by 128 random bits. Keys that increase with time are quick to insert into the server's index. `crypto.randomUUID` does not exist on a site
 * served over plain HTTP.
 */
const newKey = () => hex(Date.now(), 12) + Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => hex(byte, 2)).join('');

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');
