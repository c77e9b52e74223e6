import { domainToASCII } from 'node:url';
import type { TextKind } from '@dev-connector/contract';

/*
 * What a text, a link, a day, an e-mail address is. The contract names the kind of each field (`x-text`); validation.ts asks here.
 */

/** Neither database keeps NUL, nor half of a surrogate pair. */
export const unstorable = (text: string) => text.includes('\0') || !text.isWellFormed();

/** Characters that show nothing, white space aside. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Text without the characters that show nothing; white space stays. */
export const visible = (text: string) => text.replace(invisible, '');
/** Text of only white space and what shows nothing is empty. */
export const isEmpty = (text: string) => visible(text).trim() === '';

/** What is kept, or the message of what is wrong. */
export type Tidied = { value: unknown } | { wrong: string };

/** Tidies and judges a text of each kind. `title` is what the field is called. */
export const tidy: Record<TextKind, (text: string, field: { title?: string | undefined }) => Tidied> = {
  plain: (text) => ({ value: isEmpty(text) ? '' : text.trim() }),
  secret: (text) => ({ value: text }),
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

/** HTML's definition of a valid e-mail address, with a dot in the domain; an international domain is judged in its ASCII form. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const domain = domainToASCII(text.slice(at + 1));
  return (
    /^[\w.!#$%&'*+/=?^`{|}~-]+$/.test(text.slice(0, at)) &&
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(domain)
  );
}

/** An http or https address without user info, or undefined. */
function toLink(text: string): string | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`);
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

/** The day of an ISO 8601 date or date-time, as it is written there: no time zone shifts it. */
function toCalendarDate(text: string): string | undefined {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]([\d:.,]+(?:[+-][\d:]+)?)[Zz]?)?$/.exec(text) ?? [];
  try {
    if (time !== undefined) Temporal.PlainDateTime.from(`${day}T${time}`);
    return day && Temporal.PlainDate.from(day).toString();
  } catch {
    return undefined;
  }
}
