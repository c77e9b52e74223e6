import type { SentDraft, Visibility } from '@dev-connector/contract';
import { session } from '../../ui/browser/browser-storage';

/** A text to submit, the other fields of a post, and the idempotency key, which makes a repeated request harmless. */
export interface Submission {
  text: string;
  title?: string;
  tags?: string[];
  visibility?: Visibility;
  /** The server's copy of the draft, which the request deletes. */
  draft?: SentDraft;
  key: string;
}

/**
 * Returns the submission for a text. The same text keeps its key until the server accepts it, even after a reload, because a lost response does not tell whether
 * the request succeeded. A different text gets a new key.
 */
export function submissionFor(form: string, { text, title, tags, visibility }: Omit<Submission, 'draft' | 'key'>): Submission {
  const last = session.getJson(prefix + form) as Submission | undefined;
  if (last?.text === text && last.title === title && String(last.tags) === String(tags) && last.visibility === visibility) return last;
  const submission = { text, title, tags, visibility, key: newKey() };
  session.set(prefix + form, JSON.stringify(submission)); // if the storage is full or denied, the request is sent once
  return submission;
}

const prefix = 'submission:';

/** Forgets the key after the server has accepted the text, so that the same text can be submitted again. */
export const clearSubmission = (form: string): boolean => session.set(prefix + form, null);

/**
 * A timestamp followed by 128 random bits. Keys that increase with time are quick to insert into the server's index. `crypto.randomUUID` does not exist on a site
 * served over plain HTTP.
 */
const newKey = () => hex(Date.now(), 12) + Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => hex(byte, 2)).join('');

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');
