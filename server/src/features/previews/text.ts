import type { Typesetter } from './fonts.ts';

/** Maximum length of a text in graphemes. No more fit into a picture. */
const maxLength = 300;
/** Marks that one letter may have. More would cover the lines above and below. */
const maxMarks = 3;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const split = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Returns the text in one line, without characters that are invisible, change its direction or are invalid in XML. Joiners stay in the scripts that need them. */
export function cleanText(text: string): string {
  const visible = text
    .slice(0, 20 * maxLength)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Noncharacter_Code_Point}]+/gu, ' ')
    .replace(/(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{M}])[\u200c\u200d]|[[\p{Cf}\p{DI}]--[\u200c\u200d]]/gv, '')
    .replace(new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu'), '$1')
    .trim();
  return split(visible).slice(0, maxLength).join('');
}

/** A text that has been broken into lines. */
export interface Block {
  size: number;
  lines: string[];
}

/** Breaks a clean text into at most `lines` lines of `width` pixels, in the largest size in which it fits. In the smallest size, the last line ends in an ellipsis if it does not. */
export function fitText(
  text: string,
  { sizes, width, lines }: { sizes: number[]; width: number; lines: number },
  { widthOf }: Typesetter,
): Block {
  for (const size of sizes) {
    const broken = breakLines(text, width / size, widthOf);
    if (broken.length <= lines) return { size, lines: broken };
  }
  const size = sizes.at(-1) ?? 0;
  const broken = breakLines(text, width / size, widthOf);
  const last = shorten(broken.slice(lines - 1).join(' '), width / size, widthOf);
  return { size, lines: [...broken.slice(0, lines - 1), last] };
}

/** Breaks at spaces, and anywhere in a word that is longer than a line. */
function breakLines(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let [line, used] = ['', 0];
  const add = (part: string) => {
    const partWidth = widthOf(part);
    if (line && used + widthOf(part.trimEnd()) > width) {
      lines.push(line.trimEnd());
      [line, used] = ['', 0];
    }
    line += part;
    used += partWidth;
  };
  for (const word of text.split(/(?<=\s)/)) {
    if (widthOf(word.trimEnd()) <= width) add(word);
    else for (const grapheme of split(word)) add(grapheme);
  }
  return [...lines, line.trimEnd()].filter(Boolean);
}

function shorten(text: string, width: number, widthOf: (text: string) => number): string {
  const shown: string[] = [];
  let used = widthOf('…');
  for (const grapheme of split(text)) {
    used += widthOf(grapheme);
    if (used > width) return `${shown.join('').trimEnd()}…`;
    shown.push(grapheme);
  }
  return text;
}
