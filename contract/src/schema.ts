import type { Static, TSchema } from 'typebox';
import { limits } from './limits.ts';
import { array, boolean, integer, object, optional, string, union } from './vocabulary.ts';

/*
 * What the contract's schemas are made of.
 *
 * Besides JSON Schema's own keywords a property may carry
 *   title       what the field is called in a message                                    ("Company must be at most 120 characters")
 *   x-required  the message when the field is missing or empty; without it empty is fine  ("Company is required")
 *   x-placeholder  a value that counts as empty
 *   x-invalid   the message when the value itself is wrong, instead of a generic one
 *   x-text      how the server tidies and judges the text before JSON Schema's keywords see it (server/src/http/fields.ts)
 *   x-skills    a list of skills, judged by what the store would keep of it (server/src/profiles/skills.ts)
 * OpenAPI documents ignore keywords that start with x-, so one schema serves all three.
 */
export type TextKind = 'plain' | 'multiline' | 'secret' | 'email' | 'anyEmail' | 'link' | 'calendarDate';

export interface FieldOptions {
  title: string;
  max?: number;
  required?: string;
  invalid?: string;
  description?: string;
  pattern?: string;
  /** A value that counts as empty: what a select sends while nothing is chosen. */
  placeholder?: string;
}

const messages = ({ title, max, required, invalid, description, pattern, placeholder }: FieldOptions) => ({
  title,
  ...(description && { description }),
  ...(max && { maxLength: max }),
  ...(pattern && { pattern }),
  ...(placeholder && { 'x-placeholder': placeholder }),
  ...(required && { 'x-required': required }),
  ...(invalid && { 'x-invalid': invalid }),
});
const field = (kind: TextKind, options: FieldOptions) => ({ 'x-text': kind, ...messages(options) });

/** Text of one line, trimmed, without control characters. With `required`, white space and zero-width characters alone count as empty. */
export const text = (options: FieldOptions) => string(field('plain', options));
/** Text of several lines, trimmed: it may hold line breaks and tabs, but no other control characters. */
export const multilineText = (options: FieldOptions) => string(field('multiline', options));
/** Text kept to the letter, never trimmed: a password. */
export const secret = (options: FieldOptions & { min?: number }) =>
  string({ ...field('secret', options), ...(options.min && { minLength: options.min }) });
/** An e-mail address that a new account may have (HTML's definition of a valid one). */
export const email = (options: FieldOptions) => string(field('email', options));
/** An e-mail address to look an account up by; older accounts have some that `email` refuses. */
export const anyEmail = (options: FieldOptions) => string(field('anyEmail', options));
/** A web address; a bare host gets `https://`, and only http and https without user info pass. */
export const link = (options: FieldOptions) =>
  string({ ...field('link', options), description: 'An http or https address; a bare host gets https://.' });
/** A day, `YYYY-MM-DD`, without a time zone. An ISO date-time is accepted and its date part kept. */
export const calendarDate = (options: FieldOptions) =>
  string({ ...field('calendarDate', options), description: 'YYYY-MM-DD. Of an ISO 8601 date-time the date part is kept.' });
/** A comma-separated string or a list of strings. The limits hold for what is sent, and for the list that is kept of it. */
export const skills = (options: FieldOptions) =>
  union(
    [
      string({ maxLength: limits.skillsText, description: 'Comma-separated.' }),
      array(string({ maxLength: limits.skill }), { maxItems: limits.skills }),
    ],
    { 'x-skills': true, ...messages(options) },
  );

/** A UUIDv7 in its canonical form. */
export const idPattern = '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';
/** A UUIDv7 (RFC 9562), minted by the server. */
export const id = (options: { description?: string } = {}) => string({ pattern: idPattern, ...options });
/** The parameters of an address that ends in `/:id`. */
export const byId = object({ id: id() });
/** A moment: an ISO 8601 UTC date-time. */
export const instant = () => string({ format: 'date-time' });
/** A day as it leaves the server: `YYYY-MM-DD`. */
export const day = () => string({ format: 'date' });

/**
 * Query of a list that is paged by keyset. The next page's address is in the reply's `Link` header, `rel="next"` (RFC 8288). A page is also cut at
 * `limits.listBytes`: it may hold fewer than `limit` items, and only a missing `Link` ends the list.
 */
export const page = {
  limit: optional(
    integer({
      title: 'Limit',
      minimum: 1,
      maximum: limits.pageMax,
      default: limits.pageDefault,
      description: 'How many at most. A page may hold fewer; only a missing Link header ends the list.',
    }),
  ),
  cursor: optional(string({ title: 'Cursor', maxLength: 200, description: 'Opaque: where the page before ended.' })),
};

/** A repeat with the same key (`limits.idempotencyKey` characters at most) does nothing again and answers as the first did. */
export const idempotencyHeaders = object({
  'idempotency-key': optional(
    string({ title: 'Idempotency-Key', minLength: 1, maxLength: limits.idempotencyKey, pattern: '^[\\x21-\\x7e]+$' }),
  ),
});

export const message = object({ msg: string() }, { title: 'Message' });

export { array, boolean, integer, object, optional, type Static, string, type TSchema };
