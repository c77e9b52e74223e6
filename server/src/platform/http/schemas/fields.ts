import { type TextKind, trimLines } from '@dev-connector/contract';
import { stripInvisible } from '../../text/comparison-keys.ts';
import { isEmail } from './email.ts';

/*
 * Validates and normalizes each kind of text field. The contract declares the kind of a field as `x-text`; validation.ts applies it.
 */

/** Whether the text contains NUL or a lone surrogate, which the databases cannot store. */
export const unstorable = (text: string) => text.includes('\0') || !text.isWellFormed();

/** Characters that look like nothing without a particular font: private use, and the musical symbol of an invisible note head. */
const withoutGlyph = /[\p{Co}\u{1d159}]/gv;
/** Whether the text has only white space and characters without a visible glyph. */
export const isEmpty = (text: string) => stripInvisible(text).replace(withoutGlyph, '').trim() === '';

/**
 * Removes the properties of an object that are null, because null in an optional field means that it is absent. A field in `empty` gets its empty value
 * instead, also for `''`. Returns the same value.
 */
export function withoutNulls<Value>(value: Value, empty: ReadonlyMap<string, unknown> = new Map()): Value {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const fields = value as Record<string, unknown>;
    for (const name of Object.keys(fields)) {
      if (empty.has(name) && (fields[name] === null || fields[name] === '')) fields[name] = structuredClone(empty.get(name));
      else if (fields[name] === null) delete fields[name];
    }
  }
  return value;
}

/** C0 and C1 control characters. Multiline text may contain line breaks and tabs. */
const control = { line: /\p{Cc}/v, lines: /[\p{Cc}--[\t\n\r]]/v };
export const hasControl = (text: string) => control.line.test(text);

/** Whether the text has more than `max` code points. Takes time proportional to `max`, not to the text. */
export const isLonger = (text: string, max: number) => text.length > 2 * max || (text.length > max && [...text].length > max);

/** The normalized value, or the error message. */
export type Tidied = { value: unknown } | { wrong: string };

/** Normalizes and validates text by kind. `title` is the field's name in error messages. */
export const tidy: Record<TextKind, (text: string, field: { title?: string | undefined }) => Tidied> = {
  plain: (text, { title }) => tidyText(text, control.line, `${title} must not contain line breaks or other control characters`),
  multiline: (text, { title }) =>
    tidyText(text, control.lines, `${title} must not contain control characters other than line breaks and tabs`),
  markdown: (text) => ({ value: isEmpty(text) ? '' : trimLines(text) }),
  verbatim: (text) => ({ value: text }),
  anyEmail: (text, { title }) =>
    /^[^@].*@[^@]+$/s.test(text.trim()) ? { value: text.trim() } : { wrong: `${title} is not an e-mail address` },
  email: (text, { title }) => (isEmail(text.trim()) ? { value: text.trim() } : { wrong: `${title} is not an e-mail address` }),
  link: (text, { title }) => {
    if (isEmpty(text)) return { value: '' };
    const value = toLink(text.trim());
    return value ? { value } : { wrong: `${title} must be a web address that starts with http:// or https://` };
  },
  linkOrMail: (text, { title }) => {
    const [, address] = /^mailto:([^?]+)$/i.exec(text.trim()) ?? [];
    const value = address ? isEmail(address) && `mailto:${address}` : toLink(text.trim());
    return value ? { value } : { wrong: `${title} must start with http://, https:// or mailto:` };
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

/** Maximum lengths of a host name and of its labels (RFC 1035), in UTF-16 code units. Checked first, because IDNA conversion takes quadratic time. */
const maxLengths = { host: 253, label: 63 };

function hasLongHost(url: string): boolean {
  const host = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]*([^/\\?#]*)/i.exec(url)?.[1] ?? '';
  return host.length > maxLengths.host || host.split(/[.。．｡]/).some((label) => label.length > maxLengths.label);
}

/** Parses a URL, or returns null. Rejects an overlong host before parsing. */
export const parseUrl = (text: string): URL | null => (hasLongHost(text) ? null : URL.parse(text));

/** Returns the normalized http or https URL, or undefined. Rejects user info. */
function toLink(text: string): string | undefined {
  if (hasControl(text)) return undefined; // URL.parse would drop them silently
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

/** Maximum length of a date: enough for an ISO 8601 date-time with nanoseconds and an offset. */
const longestDate = 64;

/** Returns the calendar date of an ISO 8601 date or date-time, without time zone conversion, or undefined. */
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
