import { domainToASCII, domainToUnicode } from 'node:url';
import { limits } from '@dev-connector/contract';

/*
 * E-mail addresses follow WHATWG's rule for `<input type=email>` (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address).
 * In addition, the domain needs a dot and may be international (UTS 46), and the lengths of RFC 5321 section 4.5.3.1 apply.
 */

const maxLengths = { local: 64, domain: 253, label: 63 };
const local = /^[\w.!#$%&'*+/=?^`{|}~-]+$/;
const asciiLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** A host whose last label is a number is an IPv4 address (https://url.spec.whatwg.org/#ends-in-a-number-checker). */
const number = /^(\d+|0x[\da-f]*)$/;

/** Returns whether a new account may use this address. Older accounts may have addresses that are not valid here: see `emailKey`. */
export function isEmail(text: string): boolean {
  if (text.length > limits.email) return false;
  const at = text.lastIndexOf('@');
  return at <= maxLengths.local && local.test(text.slice(0, Math.max(0, at))) && isDomain(text.slice(at + 1));
}

function isDomain(text: string): boolean {
  if (text.length > maxLengths.domain) return false;
  const labels = text.split('.').map(toAsciiLabel);
  return (
    labels.length > 1 &&
    labels.every((label) => asciiLabel.test(label)) &&
    !number.test(labels.at(-1) as string) &&
    labels.join('.').length <= maxLengths.domain
  );
}

/** Returns the label in ASCII, or '' if the conversion changes more than case and Unicode normalization: drops, decodes or replaces a character. */
function toAsciiLabel(label: string): string {
  if (label.length > maxLengths.label) return '';
  const ascii = converted(domainToASCII, label);
  const typed = [...label.normalize('NFC')].map((character) => character.toLowerCase()).join('');
  const back = converted(domainToUnicode, ascii);
  if (typed.startsWith('xn--')) return typed === converted(domainToASCII, back) && back !== typed ? typed : '';
  return typed === back ? ascii : '';
}

/** Converts a label in front of another one, because a number alone would be parsed as an IPv4 address. */
const converted = (convert: (domain: string) => string, label: string) => convert(`${label}.example`).replace(/\.example$/, '');

/**
 * Returns the unique key of an account: the local part in lower case and the domain in ASCII. Accepts addresses that `isEmail` rejects,
 * because older accounts have them and their keys must not change.
 */
export function emailKey(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  // Punycode takes quadratic time, so do not convert text that is longer than any stored address (in UTF-16 units).
  const ascii = email.length > 2 * limits.email ? '' : domainToASCII(domain);
  return `${email.slice(0, at).toLowerCase()}@${ascii}`;
}
