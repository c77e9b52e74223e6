/*
 * Invisible characters and direction overrides can make a name look like another. The text is stored unchanged, but the page shows each of them as a mark, except
 * those that a script or an emoji needs:
 *   joiners        ZWNJ between letters of a joining or Indic script, ZWJ after one (Unicode 17 section 23.2), and ZWJ between the parts of an emoji
 *   selectors      a variation selector after a base character: an emoji, a Chinese character, a letter or sign that has variants
 *   tags           in the flags of England, Scotland and Wales
 *   fillers        for a missing part of an old Korean syllable; the grapheme joiner between Hebrew marks
 */

/** Maximum number of marks for hidden characters per text. Further runs of them are shown as U+FFFD. */
export const maxHiddenMarks = 10;

/** Fast check for invisible and control characters except tab and line breaks, without the visible Arabic and Kaithi number signs. */
const suspicious = /(?![\t\n\r\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}\p{DI}]/u;

/** Scripts that use joiners. */
const joiningScripts =
  'Arab Syrc Mand Mong Nkoo Phag Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Java Bali Sund Newa Mtei Cakm Tirh Gran';

let pattern: RegExp | undefined;

/** Matches each run of characters to mark; compiled on first use. */
function hiddenRuns(): RegExp {
  if (pattern) return pattern;
  const joining = `[${joiningScripts.replace(/(\w+) ?/g, '\\p{scx=$1}')}]`;
  const emoji = '\\p{ExtPict}';
  const selectors = '\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}';
  // A class of characters in and above the Basic Multilingual Plane matches nothing directly in a lookbehind of Safari.
  const after = (characters: string) => `(?<=(?=${characters}).)`;
  const needed = [
    `${after(joining)}(?:\\u200d|\\u200c(?=${joining}))`,
    `(?:${after(emoji)}|(?<=(?=${emoji}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}])..))\\u200d(?=${emoji})`,
    `(?:${after(emoji)}|(?<=[0-9#*])(?=.\\u20e3))[\\ufe0e\\ufe0f]`,
    `${after('[\\p{Sm}\\p{scx=Hani}\\p{scx=Mymr}\\p{scx=Phag}]')}[\\ufe00-\\ufe0d]`,
    `${after('\\p{scx=Hani}')}[\\u{e0100}-\\u{e01ef}]`,
    `${after('\\p{scx=Mong}')}[\\u180b-\\u180d\\u180f]`,
    '(?<=\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{0,6})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}\\u{e007f}]',
    `\\u115f(?=[\\u1161-\\u11a7])|(?<=[\\u1100-\\u115e])\\u1160|${after('\\p{M}')}\\u034f`,
  ];
  // Adds the variation selectors that Unicode does not class as controls.
  return (pattern = new RegExp(`(?:(?!${needed.join('|')})(?:${suspicious.source}|[${selectors}]))+`, 'gu'));
}

const shortNames: Record<string, string> = Object.fromEntries(
  '00AD SHY 061C ALM 200B ZWSP 200C ZWNJ 200D ZWJ 200E LRM 200F RLM 202A LRE 202B RLE 202C PDF 202D LRO 202E RLO 2060 WJ 2066 LRI 2067 RLI 2068 FSI 2069 PDI FEFF BOM'
    .match(/\w+ \w+/g)
    ?.map((pair) => pair.split(' ')) ?? [],
);

/** The Unicode abbreviation of a character, or its code point. */
function nameOf(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return shortNames[number] ?? `U+${number}`;
}

/**
 * Splits a text into parts with a mark for each run of hidden characters, or returns the text if it has none. `index` is the position of the run. After
 * `maxHiddenMarks` marks a run becomes U+FFFD, because thousands of elements would take seconds to render.
 */
export function markHidden<Mark>(text: string, mark: (names: string[], index: number) => Mark): string | Array<string | Mark> {
  if (!suspicious.test(text)) return text;
  const parts: Array<string | Mark> = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(hiddenRuns())) {
    parts.push(text.slice(end, index), mark(Array.from(run, nameOf), index));
    end = index + run.length;
    if (parts.length === 2 * maxHiddenMarks) return [...parts, text.slice(end).replace(hiddenRuns(), '\ufffd')];
  }
  return [...parts, text.slice(end)];
}

/** Removes hidden characters, for places that cannot show a mark: a title, a label, a link preview. */
export const withoutHidden = (text: string): string => (suspicious.test(text) ? text.replace(hiddenRuns(), '') : text);
