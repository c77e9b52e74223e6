import { latinDigits } from './digits.ts';

/** The most digits of a telephone number with its country (ITU-T E.164), and the fewest that are not an extension or a typing error. */
const [maxDigits, minDigits] = [15, 5];
/** Characters of a longer text are not matched, because white space around an extension can be divided in many ways. */
const maxText = 60;

/**
 * Returns the link to a telephone number (RFC 3966), or undefined for a text that is not exactly one number: words, two numbers, or letters in place of digits.
 */
export function telephoneLink(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxText) return undefined;
  const [, number = '', extension] =
    /^(?:tel:)?\s*(\+?[\p{Nd}\s()./\u2010-\u2015-]+?)\s*(?:(?:,|;)?\s*(?:ext\.?|extension|x|#)\s*=?\s*(\p{Nd}{1,6}))?$/iu.exec(trimmed) ??
    [];
  // (0) is dialled only without the country. A slash separates the area from the number, or two numbers.
  const dialled = number.startsWith('+') ? number.replace(/\(0\)/, '') : number;
  const [area = '', ...parts] = dialled.split('/');
  if (parts.length > 1 || (parts.length === 1 && digitsOf(area).length > 6)) return undefined;
  const digits = digitsOf(dialled);
  if (digits.length < minDigits || digits.length > maxDigits) return undefined;
  // A range of years, and a date.
  if (/^\s*(19|20)\d\d\s*[-\u2010-\u2015/]\s*(19|20)\d\d\s*$|^\s*\d{4}-\d\d-\d\d\s*$/.test(dialled)) return undefined;
  return `tel:${dialled.startsWith('+') ? '+' : ''}${digits}${extension ? `;ext=${digitsOf(extension)}` : ''}`;
}

const digitsOf = (text: string): string => latinDigits(text).replace(/[^0-9]/g, '');
