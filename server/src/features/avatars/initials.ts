import { html } from '../../platform/http/html.ts';

/** Backgrounds with a contrast of at least 4.5:1 to white text (WCAG 2.2, 1.4.3). */
export const colors = [
  '#075985',
  '#6d28d9',
  '#065f46',
  '#92400e',
  '#be123c',
  '#115e59',
  '#4338ca',
  '#86198f',
  '#3f6212',
  '#155e75',
  '#9a3412',
  '#334155',
] as const;

/** Returns the background of a user's initials, which depends only on the id. */
export const avatarColor = (userId: string): string => colors[Number.parseInt(userId.slice(-4), 16) % colors.length] ?? colors[0];

/** Renders a user's initials as an SVG image. */
export function initialsImage(userId: string, name: string): string {
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 100 100"><rect width="100" height="100" fill="${avatarColor(userId)}"/><text x="50" y="50" dy=".35em" fill="#fff" font-family="system-ui, sans-serif" font-size="40" font-weight="600" text-anchor="middle">${initialsOf(name)}</text></svg>`
    .text;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const startsWord = /^[\p{L}\p{N}]/u;

/** Longest grapheme shown, in code points: an emoji of a family has seven. A name can stack dozens of accents on one letter. */
const maxCodePoints = 10;

/** Returns the first letters of the first and the last word, or the first emoji or sign of a name without letters. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).flatMap((word) => firstGrapheme(word, startsWord) ?? []);
  const initials = words.length > 0 ? [words[0], words.length > 1 && words.at(-1)] : [firstGrapheme(name, /^[\p{P}\p{S}]/u) ?? '?'];
  return initials.map((initial) => initial || '').join('');
}

function firstGrapheme(text: string, pattern: RegExp): string | undefined {
  for (const { segment } of graphemes.segment(text))
    if (pattern.test(segment)) return capital([...segment].slice(0, maxCodePoints).join(''));
  return undefined;
}

/** Returns the capital letter unless it is written with several letters: `ß` stays `ß`. */
function capital(letter: string): string {
  const upper = letter.toUpperCase();
  return [...upper].length > [...letter].length ? letter : upper;
}
