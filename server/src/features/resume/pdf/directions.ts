import { type Styles, Text } from '@react-pdf/renderer';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { type Direction, directionOf } from '../language.ts';
import { markBreaks } from './line-breaks.ts';

/*
 * Text in both directions. @react-pdf/textkit orders the letters of each line (UAX #9) if it knows the direction of the paragraph.
 */

const [firstStrongIsolate, popIsolate] = ['\u2068', '\u2069'];
/** Makes the order of a part independent of the text around it, as `<bdi>` does in HTML. */
export const isolated = (text: string): string => firstStrongIsolate + text + popIsolate;

export type Style = Styles[string];

/** Prevents breaks, and hyphens, where a word changes its font or direction. */
const noHyphen = { hyphenationPenalty: 10_000 };

/** Without kerning, because @react-pdf/render loses the offset of a glyph, and kerning of Arabic letters needs it: a gap would be on the wrong side. */
const arabic: Style = { fontFeatureSettings: { kern: 0 } };
const featuresOf = (text: string): Style => (/\p{Script=Arabic}/u.test(text) ? arabic : {});

/** A text of one paragraph, aligned as the page is. A text without letters has the direction of the page. */
export function line(text: string, style: Style[], base: Direction, direction = directionOf(text, base)): ReactElement {
  return h(Text, { ...noHyphen, style: [...style, featuresOf(text), { direction, textAlign: startOf(base) }] }, markBreaks(text));
}

/** A line of several parts in the direction of the page. Each string part should be isolated. */
export function composedLine(parts: ReactNode[], style: Style[], base: Direction, key?: string): ReactElement {
  const marked = parts.map((part) => (typeof part === 'string' ? markBreaks(part) : part));
  return h(
    Text,
    { key, ...noHyphen, style: [...style, featuresOf(parts.join('')), { direction: base, textAlign: startOf(base) }] },
    ...marked,
  );
}

/** A text whose paragraphs each have their own direction and alignment. */
export function paragraphs(text: string, style: Style | undefined, base: Direction, key?: string): ReactElement {
  const lines = text.trim().split('\n');
  const spans = lines.map((content, index) => {
    const direction = directionOf(content, base);
    return h(
      Text,
      { key: index, style: { ...featuresOf(content), direction, textAlign: startOf(direction) } },
      markBreaks(content) + (index < lines.length - 1 ? '\n' : ''),
    );
  });
  return h(Text, { key, ...noHyphen, ...(style && { style }) }, ...spans);
}

const startOf = (direction: Direction) => (direction === 'rtl' ? 'right' : 'left');
