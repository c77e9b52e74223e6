import { latinDigits } from './digits.ts';

/*
 * Removes e-mail addresses and telephone numbers from every text of a résumé. A number that could be something else is removed; what is recognised as a date, an
 * amount, an identifier or a part of a web address stays.
 */

/** Names of fields with an e-mail address or a telephone number, in any part of the file. */
const contactName =
  /^(?:x-)?(?:(?:work|home|personal|business|private|office|alt(?:ernative)?|other)[-_ ]?)?(?:e-?mail|mail|phone|telephone|tel|mobile|cell|fax|whatsapp|signal|telegram|viber|contact)(?:s|[-_ ]?(?:address|number|no|phone)(?:es|s)?)?$/i;
/** Parts of a name such as `primaryPhone`, `phone2` or `e_mail_2` that mean the same. */
const contactPart =
  /^(?:e?mails?|(?:mobile|cell|tele|smart|work|home)?phones?|telefone?|telefono?|teléfono|téléphone|tel|telefax|fax|whatsapp|viber|handy(?:nummer|nr)|(?:telefon|mobil)(?:nummer|nr)|móvil|celular|portable|gsm)$/iu;
/** Names of fields that hold a number of another kind. */
const otherNumber = /^(?:isbn|issn|doi|orcid|username|.*(?:[Ii]d|ID|patent|licen[cs]e|credential).*)$/;
/** Replaces what is removed from a text. */
const removed = '…';

const email = /[^\s@<>()[\]",;:]{1,64}(?:@|\s?[[(]at[\])]\s?)[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}\.)+\p{L}{2,24}/giu;
/** A web address, with or without its scheme. */
const address = /https?:\/\/\S+|(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}\/\S+/giu;
/** An e-mail address in a web address. A handle such as `/@ada.lovelace` is none. */
const emailInAddress = /(?<![\p{L}\p{N}@._%+-])[\p{L}\p{N}._+-]{1,64}(?:@|%40)[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}\.)+\p{L}{2,24}/iu;
const messenger = /^(?:https?:\/\/)?(?:[\w-]+\.)*(?:wa\.me|whatsapp\.com|viber\.com|signal\.me|t\.me)\//i;
const contactLink = /^(?:tel|sms|mailto|whatsapp|viber):\S+$/i;
/** Digits and the characters that separate their groups, on one line. */
const digitRun = /[+(]{0,2}\p{Nd}[\p{Nd} \t\u00a0\u202f\u2009()./\u2010-\u2015-]*\p{Nd}/gu;
const announced =
  /(?<![\p{L}\p{N}-])(?:phone|tel|telephone|telefon|telefono|teléfono|mobile|mobil|cell|call|fax|whatsapp|signal|viber|handy|móvil|tél|电话|電話|هاتف|טלפון)(?:\s?(?:number|no|nr|is|at|me|me at))?[\s.:：()#]*$/iu;

/** Returns a copy of a value without contact details. `known` has the digits of the telephone numbers that the file names as such. */
export function withoutContacts(value: unknown, known: ReadonlySet<string> = new Set(), name = ''): unknown {
  if (typeof value === 'string') return cleared(value, known, name);
  if (Array.isArray(value)) return value.map((item) => withoutContacts(item, known, name)).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null) return typeof value === 'number' && known.has(String(value)) ? undefined : value;
  if (isContactProfile(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isContactName(name))
      .map(([name, field]) => [name, withoutContacts(field, known, name)])
      .filter(([, field]) => field !== undefined),
  );
}

/** Collects the digits of all telephone numbers in fields whose name says so. */
export function knownNumbers(value: unknown, named = false, found = new Set<string>()): Set<string> {
  if (typeof value === 'string' || typeof value === 'number') {
    const digits = digitsOf(String(value));
    if (named && digits.length >= 6) found.add(digits);
  } else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value)) knownNumbers(field, named || isContactName(name), found);
  return found;
}

const digitsOf = (text: string) => latinDigits(text).replace(/[^0-9]/g, '');

const isContactName = (name: string): boolean =>
  contactName.test(name) ||
  (name.length <= 100 &&
    name
      .replace(/e-mail/gi, 'email')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .split(/[^\p{L}]+/u)
      .some((part) => contactPart.test(part)));

/** Whether a profile is named "Phone" or the like, and has a number or an e-mail address. */
function isContactProfile(value: object): boolean {
  if (!('network' in value && typeof value.network === 'string' && isContactName(value.network.trim()))) return false;
  const texts = Object.values(value).map(String);
  return texts.some(
    (text) => /(?:\p{Nd}[\s().-]{0,3}){5}/u.test(text) || (text.search(email) >= 0 && !/^https?:/i.test(text)) || contactLink.test(text),
  );
}

/** Removes contact details from a text. An address with one in it is removed as a whole. */
function cleared(text: string, known: ReadonlySet<string>, name: string): string | undefined {
  const whole = text.trim();
  if (contactLink.test(whole)) return undefined;
  if (/^\/\S*$/.test(whole)) return text; // a path of this site
  let plain = '';
  let end = 0;
  for (const { 0: link, index } of text.matchAll(address)) {
    const open = isOpen(link, known);
    if (!open && link === whole) return undefined;
    plain += clearedWords(text.slice(end, index), known, name) + (open ? link : removed);
    end = index + link.length;
  }
  return plain + clearedWords(text.slice(end), known, name);
}

/** Whether a web address has neither an e-mail address nor a telephone number. */
function isOpen(link: string, known: ReadonlySet<string>): boolean {
  const digits = digitsOf(link);
  if (messenger.test(link) && digits.length >= 6) return false;
  return !emailInAddress.test(link) && ![...known].some((number) => number.length >= 7 && digits.includes(number));
}

function clearedWords(text: string, known: ReadonlySet<string>, name: string): string {
  return text.replace(email, removed).replace(digitRun, (run, at: number, all: string) => {
    const before = all.slice(Math.max(0, at - 24), at);
    const after = all.slice(at + run.length, at + run.length + 24);
    return clearedRun(run, { before, after, known, isOther: otherNumber.test(name) });
  });
}

interface Surroundings {
  before: string;
  after: string;
  known: ReadonlySet<string>;
  /** Whether the field holds a number of another kind. */
  isOther: boolean;
}

const isKnown = (digits: string, known: ReadonlySet<string>): boolean =>
  [...known].some((number) => digits.includes(number) || (digits.length > 6 && number.endsWith(digits)));

/** A slash separates two numbers, or the area from the number. */
function clearedRun(run: string, around: Surroundings): string {
  if (datesPattern.test(latinDigits(run)) && !isKnown(digitsOf(run), around.known)) return run;
  const parts = run.split('/');
  const isArea = parts.length === 2 && /^[+(]{0,2}\d{2,6}\)?\s*$|^\+\d{1,3}\s\d{2,5}\s*$/.test(latinDigits(parts[0] as string));
  if (parts.length === 1 || isArea) return isTelephone(run, around) ? removed : run;
  return parts
    .map((part) => {
      const digits = part.trim();
      return digits !== '' && isTelephone(digits, around) ? part.replace(digits, () => removed) : part;
    })
    .join('/');
}

/** Dates, years, and ranges of them. */
const date = String.raw`(?:(?:19|20)\d\d(?:[./-]\d\d?){0,2}|\d\d?[./-]\d\d?[./-](?:19|20)\d\d|\d\d?[./ -](?:19|20)\d\d|(?:19|20)\d\d[01]\d[0-3]\d)`;
const datesPattern = new RegExp(String.raw`^\(?${date}(?:[\s()./\u2010-\u2015-]{1,5}${date}){0,20}(?:\s?[\u2010-\u2015/-]\s?\d\d?)?\)?$`);

/** Words, currencies and units beside an amount. */
const unitAfter =
  /^[)\s]{0,2}(?:[%‰€$£¥₹₽]|(?:%|k|m|ms|s|h|km|cm|mm|kg|g|bits?|bytes?|[kmgtp]i?b|hz|[kmg]hz|px|req|rps|qps|tps|eur|usd|gbp|chf|inr|jpy|cny|euros?|dollars?|pounds?|francs?|million|billion|users?|requests?|customers?|clients?|people|lines?|rows?|records?|downloads?|installs?|installations?|views?|visitors?|visits?|members?|events?|messages?|transactions?|orders?|tests?|files?|documents?|images?|pages?|items?|products?|points?|stars?|hours?|days?|students?|patients?|devices?|accounts?|queries|calls|subscribers?|players?|sessions?|steps?|samples?|parameters?|tokens?|words?|characters?|times|residents?|inhabitants?|nutzer\w*|zeilen|kunden|utilisateurs?|lignes|usuarios|líneas)(?![\p{L}\p{N}]))/iu;
const currencyBefore = /(?:[€$£¥₹₽~≈]|(?<!\p{L})(?:usd|eur|gbp|chf|inr|jpy|cny|rs\.?))\s?$/iu;
const identifierBefore =
  /(?<![\p{L}\p{N}])(?:isbn(?:-1[03])?|issn|doi|pmid|patent|version|build|rfc|iso|orcid|grant|licen[cs]e|certificate|credential|id|issue|ticket|commit|#)[\s.:#-]*$/iu;

function isTelephone(run: string, { before, after, known, isOther }: Surroundings): boolean {
  const latin = latinDigits(run);
  const digits = latin.replace(/[^0-9]/g, '');
  if (digits.length < 5) return false;
  if (isKnown(digits, known)) return true;
  if (datesPattern.test(latin)) return false;
  if (announced.test(before)) return true;
  if (digits.length < 7) return false;
  if (/^[(]?\+/.test(latin)) return true;
  if (isOther || identifierBefore.test(before) || currencyBefore.test(before) || unitAfter.test(after)) return false;
  return !isOtherNumber(latin, digits);
}

/** Whether the form of a number alone tells that it is none to call. */
function isOtherNumber(latin: string, digits: string): boolean {
  const groups = latin.match(/\d+/g) ?? [];
  return (
    /^0000-000\d-\d{4}-\d{3,4}$/.test(latin) || // ORCID
    (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(latin) && !/^\d\d(?:\.\d\d){3}$/.test(latin) && groups.every((group) => Number(group) < 256)) || // IPv4
    /^\d{1,2}\.\d{1,2}\.\d{1,2}(?:-\d+)?$/.test(latin) || // a version
    /^[1-9]?\d\.\d{5,}$/.test(latin) || // a fraction
    (/^[1-9]\d{0,2}(?:[\s.]\d{3})+$/.test(latin) && /000$/.test(latin)) || // a round amount
    /^[1-9]\d*00000$/.test(latin) ||
    /^[1-9]\d*00\s?[\u2010-\u2015-]\s?[1-9]\d*00$/.test(latin) || // a range of round amounts
    groups.every(({ length }) => length === 1) ||
    (digits.length > 15 && groups.length === 1)
  );
}
