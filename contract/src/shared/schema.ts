import type { Static, TSchema, TUnsafe } from 'typebox';
import { limits } from './limits.ts';
import { array, boolean, integer, object, optional, string, union } from './vocabulary.ts';

/*
 * Building blocks of the contract's schemas.
 *
 * A property may have these keywords in addition to those of JSON Schema:
 *   title       name of the field in messages                                            ("Company must be at most 120 characters")
 *   x-required  message if the field is missing or empty; without it, empty is allowed    ("Company is required")
 *   x-placeholder  a value that counts as empty
 *   x-empty     the value that an empty text and null stand for: null clears the field. Without it, null means that the field is absent
 *   x-invalid   message if the value is invalid, instead of a generic one
 *   x-text      how the server normalizes and validates the text before JSON Schema does (server/src/platform/http/schemas/fields.ts)
 *   x-list      limits of a comma-separated list, which apply before and after normalization (server/src/platform/http/schemas/comma-list.ts)
 *   x-file      the bytes of a file in a multipart body
 * OpenAPI ignores keywords that start with x-, so server, forms and OpenAPI share one schema.
 */
export type TextKind = 'plain' | 'multiline' | 'markdown' | 'verbatim' | 'email' | 'anyEmail' | 'link' | 'linkOrMail' | 'calendarDate';

export interface FieldOptions {
  title: string;
  max?: number;
  required?: string;
  invalid?: string;
  description?: string;
  pattern?: string;
  /** A value that counts as empty, such as the placeholder of a select. */
  placeholder?: string;
  /** Value that replaces null. */
  empty?: string;
}

const messages = ({ title, max, required, invalid, description, pattern, placeholder, empty }: FieldOptions) => ({
  title,
  ...(description && { description }),
  ...(max && { maxLength: max }),
  ...(pattern && { pattern }),
  ...(placeholder && { 'x-placeholder': placeholder }),
  ...(empty !== undefined && { 'x-empty': empty }),
  ...(required && { 'x-required': required }),
  ...(invalid && { 'x-invalid': invalid }),
});
const field = (kind: TextKind, options: FieldOptions) => ({ 'x-text': kind, ...messages(options) });

/** Single-line text, trimmed, without control characters. If required, text of only white space and zero-width characters counts as empty. */
export const text = (options: FieldOptions) => string(field('plain', options));
/** Multi-line text, trimmed. Line breaks and tabs are the only control characters allowed. */
export const multilineText = (options: FieldOptions) => string(field('multiline', options));
/**
 * Markdown. Loses only blank first lines, byte order marks and trailing white space (`trimLines`). Any character may occur that can be stored. If required, empty
 * as `text`.
 */
export const markdownText = (options: FieldOptions) =>
  string({
    description:
      'Markdown. Stored as sent, except that blank first lines and trailing white space are removed. All kinds of line breaks render the same.',
    ...field('markdown', options),
  });
/** A secret such as a password: neither trimmed nor changed. */
export const secret = (options: FieldOptions & { min?: number }) =>
  string({ ...field('verbatim', options), ...(options.min && { minLength: options.min }) });
/** Text that is stored unchanged and untrimmed, such as a draft. */
export const verbatimText = (options: FieldOptions) => string(field('verbatim', options));
/** An e-mail address for a new account, valid according to the HTML standard. */
export const email = (options: FieldOptions) => string(field('email', options));
/** An e-mail address to find an account by. Older accounts may have addresses that `email` rejects. */
export const anyEmail = (options: FieldOptions) => string(field('anyEmail', options));
/** An http or https URL without user info. A bare host gets `https://`. */
export const link = (options: FieldOptions) =>
  string({ ...field('link', options), description: 'An http or https URL. A bare host gets https://.' });
/** As `link`, or a `mailto:` URL with one e-mail address. */
export const linkOrMail = (options: FieldOptions) =>
  string({ ...field('linkOrMail', options), description: 'An http, https or mailto URL.' });
/** A calendar date, `YYYY-MM-DD`, without a time zone. Also accepts an ISO 8601 date-time and uses its date part. */
export const calendarDate = (options: FieldOptions) =>
  string({ ...field('calendarDate', options), description: 'YYYY-MM-DD, or an ISO 8601 date-time whose date part is used.' });
/** Limits of a list: the number of items, the characters of each, and those of the whole list as one text. */
export interface ListLimits {
  items: number;
  item: number;
  text: number;
}
/** A comma-separated string, unless `form` describes another one, or a list of strings. */
export const commaList = ({ limits, form, ...options }: FieldOptions & { limits: ListLimits; invalid: string; form?: string }) =>
  union(
    [
      string({
        maxLength: limits.text,
        description: form ?? 'Comma-separated. A comma inside brackets or an item in double quotes separates nothing.',
      }),
      array(string({ maxLength: limits.item }), { maxItems: limits.items, description: 'One item each.' }),
    ],
    { 'x-list': limits, ...messages(options) },
  );

/** Matches a UUIDv7 in canonical form. */
export const idPattern = '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';
/** A UUIDv7 (RFC 9562), generated by the server. */
export const id = (options: { description?: string } = {}) => string({ pattern: idPattern, ...options });
/** Parameters of a path that ends in `/:id`. */
export const byId = object({ id: id() });
/** An ISO 8601 UTC date-time. */
export const instant = (options: { description?: string } = {}) => string({ format: 'date-time', ...options });
/** A calendar date in a response: `YYYY-MM-DD`. */
export const day = () => string({ format: 'date' });

/**
 * Query of a list with keyset pagination. The `Link` header of the response, `rel="next"`, holds the URL of the next page (RFC 8288). A page also ends at
 * `limits.listBytes`, so it may hold fewer than `limit` items; the list ends when `Link` is missing.
 */
export const page = {
  limit: optional(
    integer({
      title: 'Limit',
      minimum: 1,
      maximum: limits.pageMax,
      default: limits.pageDefault,
      description: 'Maximum number of items per page. A page may hold fewer; the list ends when the Link header is missing.',
    }),
  ),
  cursor: optional(string({ title: 'Cursor', maxLength: 200, description: 'Opaque value from the Link header of the previous page.' })),
};

/** A repeated request with the same key (at most `limits.idempotencyKey` characters) within `idempotencyDays` has no effect and gets the first response. */
export const idempotencyHeaders = object({
  'idempotency-key': optional(
    string({ title: 'Idempotency-Key', minLength: 1, maxLength: limits.idempotencyKey, pattern: '^[\\x21-\\x7e]+$' }),
  ),
});

/** A file of a multipart body, as bytes. */
export const file = (options: FieldOptions): TUnsafe<Uint8Array> =>
  ({ 'x-file': true, contentMediaType: 'application/octet-stream', ...messages({ invalid: options.required, ...options }) }) as never;

export const message = object({ msg: string() }, { title: 'Message' });

export { array, boolean, integer, object, optional, type Static, string, type TSchema };
