import type { TextKind } from '@dev-connector/contract';
import { isEmail } from '../accounts/email.ts';

/*
 * What a text, a link, a day, an e-mail address is. The contract names the kind of each field (`x-text`); validation.ts asks here.
 */

/** Neither database keeps NUL, nor half of a surrogate pair. */
export const unstorable = (text: string) => text.includes('\0') || !text.isWellFormed();

/** A format character, other than those that are drawn before digits, as in Arabic (`Prepended_Concatenation_Mark`). */
const invisible =
  /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800[\p{Cc}--\s][\p{Cf}--[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]]/gv;
/** Text without the characters that show nothing; white space stays. */
export const visible = (text: string) => text.replace(invisible, '');
/** Text of only white space and what shows nothing is empty. */
export const isEmpty = (text: string) => visible(text).trim() === '';

/** C0 and C1 controls; text of several lines may hold line breaks and tabs. */
const control = { line: /\p{Cc}/v, lines: /[\p{Cc}--[\t\n\r]]/v };
export const hasControl = (text: string) => control.line.test(text);

/** Whether the text has more characters (code points) than this. Takes time by the limit, not by the text. */
export const isLonger = (text: string, max: number) => text.length > 2 * max || (text.length > max && [...text].length > max);

/** What is kept, or the message of what is wrong. */
export type Tidied = { value: unknown } | { wrong: string };

/** Tidies and judges a text of each kind. `title` is what the field is called. */
export const tidy: Record<TextKind, (text: string, field: { title?: string | undefined }) => Tidied> = {
  plain: (text, { title }) => tidyText(text, control.line, `${title} must not contain line breaks or other control characters`),
  multiline: (text, { title }) =>
    tidyText(text, control.lines, `${title} must not contain control characters other than line breaks and tabs`),
  secret: (text) => ({ value: text }),
  anyEmail: (text, { title }) =>
    /^[^@].*@[^@]+$/s.test(text.trim()) ? { value: text.trim() } : { wrong: `${title} is not an e-mail address` },
  email: (text, { title }) => (isEmail(text.trim()) ? { value: text.trim() } : { wrong: `${title} is not an e-mail address` }),
  link: (text, { title }) => {
    if (isEmpty(text)) return { value: '' };
    const value = toLink(text.trim());
    return value ? { value } : { wrong: `${title} must be a web address that starts with http:// or https://` };
  },
  calendarDate: (text, { title }) => {
    if (isEmpty(text)) return { value: '' };
    const value = toCalendarDate(text.trim());
    return value ? { value } : { wrong: `${title} must be a date, YYYY-MM-DD` };
  },
};

function tidyText(text: string, forbidden: RegExp, wrong: string): Tidied {
  if (isEmpty(text)) return { value: '' };
  const value = text.trim();
  return forbidden.test(value) ? { wrong } : { value };
}

/** Lengths of a host's name and of its labels (RFC 1035), in UTF-16 units. To convert an international one takes quadratic time. */
const longest = { host: 253, label: 63 };

function hasLongHost(url: string): boolean {
  const host = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]*([^/\\?#]*)/i.exec(url)?.[1] ?? '';
  return host.length > longest.host || host.split(/[.。．｡]/).some((label) => label.length > longest.label);
}

/** The address as a URL, or null. Refuses a host that is too long before it parses it. */
export const parseUrl = (text: string): URL | null => (hasLongHost(text) ? null : URL.parse(text));

/** An http or https address without user info, or undefined. */
function toLink(text: string): string | undefined {
  if (hasControl(text)) return undefined; // which URL.parse drops
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`);
  if (
    !url ||
    (url.protocol !== 'http:' && url.protocol !== 'https:') ||
    url.username ||
    url.password ||
    !/[.:]|^localhost$/.test(url.hostname)
  )
    return undefined;
  return url.href;
}

/** Characters of an ISO 8601 date-time with nanoseconds and an offset, and some more. */
const longestDate = 64;

/** The day of an ISO 8601 date or date-time, as it is written there: no time zone shifts it. */
function toCalendarDate(text: string): string | undefined {
  if (text.length > longestDate) return undefined;
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]([\d:.,]+(?:[+-][\d:]+)?)[Zz]?)?$/.exec(text) ?? [];
  try {
    if (time !== undefined) Temporal.PlainDateTime.from(`${day}T${time}`);
    return day && Temporal.PlainDate.from(day).toString();
  } catch {
    return undefined;
  }
}
