import { latinDigits } from './digits.ts';

/*
 * Removes e-mail addresses and telephone numbers from every text of a résumé.
 */

/** Names of fields that hold an e-mail address or a telephone number, wherever they stand. */
const contactName =
  /^(?:x-)?(?:(?:work|home|personal|business|private|office|alt(?:ernative)?|other)[-_ ]?)?(?:e-?mail|mail|phone|telephone|tel|mobile|cell|fax|whatsapp|signal|telegram|viber|contact)(?:s|[-_ ]?(?:address|number|no|phone)(?:es|s)?)?$/i;
/** Replaces what is removed from a text. */
const removed = '…';

const email = /[^\s@<>()[\]",;:]{1,64}(?:@|\s?[[(]at[\])]\s?)[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}\.)+\p{L}{2,24}/giu;
/** A run of digits and the characters that separate their groups. */
const digitRun = /(?:\+|\b00|\()?\p{Nd}(?:[\p{Nd}\s()./\u2010-\u2015-]{5,40})\p{Nd}/gu;
const announced = /(?:phone|tel|telephone|mobile|cell|call|fax|whatsapp|signal|viber|handy|móvil|tél|电话|電話|هاتف|טלפון)[\s.:()]*$/iu;
const messengers = /\b(?:wa\.me|api\.whatsapp\.com|whatsapp\.com|signal\.me|viber\.com)\b|^(?:tel|sms|mailto):/i;

/** Returns a copy of a value without contact details. `known` has the digits of the telephone numbers that the file names as such. */
export function withoutContacts(value: unknown, known: ReadonlySet<string> = new Set()): unknown {
  if (typeof value === 'string') return cleared(value, known);
  if (Array.isArray(value)) return value.map((item) => withoutContacts(item, known)).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null) return typeof value === 'number' && known.has(String(value)) ? undefined : value;
  if ('network' in value && typeof value.network === 'string' && contactName.test(value.network.trim())) return undefined; // a profile named "Phone"
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !contactName.test(name))
      .map(([name, field]) => [name, withoutContacts(field, known)])
      .filter(([, field]) => field !== undefined),
  );
}

/** Collects the digits of all telephone numbers in fields whose name says so. */
export function knownNumbers(value: unknown, named = false, found = new Set<string>()): Set<string> {
  if (typeof value === 'string' || typeof value === 'number') {
    const digits = latinDigits(String(value)).replace(/[^0-9]/g, '');
    if (named && digits.length >= 6) found.add(digits);
  } else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value)) knownNumbers(field, named || contactName.test(name), found);
  return found;
}

/** Removes contact details from a text. An address with one in it is removed as a whole. */
function cleared(text: string, known: ReadonlySet<string>): string | undefined {
  if (messengers.test(text) && /^\S+$/.test(text.trim())) return undefined;
  const plain = text
    .replace(email, removed)
    .replace(digitRun, (run, at: number) => (isTelephone(run, text.slice(Math.max(0, at - 20), at), known) ? removed : run));
  if (plain === text) return text;
  return /^https?:/i.test(text.trim()) ? undefined : plain;
}

function isTelephone(run: string, before: string, known: ReadonlySet<string>): boolean {
  const latin = latinDigits(run);
  const digits = latin.replace(/[^0-9]/g, '');
  if (digits.length < 6 || digits.length > 18) return false;
  if ([...known].some((number) => digits.includes(number) || (digits.length > 6 && number.endsWith(digits)))) return true;
  if (announced.test(before)) return true;
  if (/^(\+|00)/.test(latin)) return digits.length >= 7;
  // Dates, ranges of years, amounts and plain numbers are none.
  if (/^\(?(?:19|20)\d\d(?:\D+(?:(?:19|20)\d\d|\d\d?))*\)?$/.test(latin) || /^\d\d?\D\d\d?\D(?:19|20)\d\d$/.test(latin)) return false;
  if (/^\d{1,3}(?:[\s.]\d{3})+$/.test(latin) && !latin.startsWith('0')) return false;
  if (/^\d+$/.test(latin)) return latin.startsWith('0') && digits.length >= 9;
  const groups = latin.match(/\d+/g) ?? [];
  return (
    groups.length >= 2 &&
    groups.length <= 6 &&
    digits.length >= 7 &&
    (latin.startsWith('(') || latin.startsWith('0') || /^\d{3}[-.\s]\d{3}[-.\s]\d{4}$/.test(latin))
  );
}
