import { dropDraft, readDraft, saveDraft } from '../accounts/session/draft';

/** A text on its way to the server, and the idempotency key that makes sending it twice harmless. */
export interface Submission {
  text: string;
  key: string;
}

/**
 * Gives a text its key. Until it is accepted the same text keeps its key, across a reload too: after a lost answer nobody knows whether it arrived, so it
 * is sent again under the same key. Another text is another submission.
 */
export function submissionOf(form: string, text: string): Submission {
  const last = readDraft(`${form}:key`);
  if (last?.text === text && last.key) return { text, key: last.key };
  const submission = { text, key: newKey() };
  saveDraft(`${form}:key`, { ...submission });
  return submission;
}

/** The form's text was accepted: the next one is another, even if it reads the same. */
export const accepted = (form: string): void => dropDraft(`${form}:key`);

/**
 * The time, then 128 random bits: of keys that begin alike the server's index holds those of one time in one place, and new ones are quick to put in.
 * (`crypto.randomUUID` is missing where the site is served over plain HTTP.)
 */
const newKey = () => hex(Date.now(), 12) + Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => hex(byte, 2)).join('');

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');
