import { withoutHidden } from '@dev-connector/contract';
import { type Html, html } from '../../../platform/http/html.ts';
import { type Direction, directionOf, hasRightToLeft, type Language } from '../language.ts';

/** The attribute for a paragraph whose direction differs from that of the page. */
export const dirOf = (text: string, page: Language): Html | false => {
  const direction: Direction = directionOf(text, page.direction);
  return direction !== page.direction && html` dir="${direction}"`;
};

/** Makes the order of a text independent of the text around it, without hidden characters. The text itself, if both are written from left to right. */
export function isolated(text: string, page: Language): Html | string {
  const shown = withoutHidden(text);
  return page.direction === 'rtl' || hasRightToLeft(shown) ? html`<bdi>${shown}</bdi>` : shown;
}

/** The attribute for addresses, telephone numbers and English dates on a page in the other direction. */
export const leftToRight = (page: Language): Html | false => page.direction === 'rtl' && html` dir="ltr"`;

/** The attribute for our own words on a page in another language. */
export const inEnglish = (page: Language): Html | false => !/^en\b/.test(page.tag) && html` lang="en"`;
