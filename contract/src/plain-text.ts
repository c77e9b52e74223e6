import { withoutHidden } from './hidden.ts';

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", nbsp: ' ' };

/** The text of a post's HTML without the labels of code, for places that cannot show markup, such as link previews. */
export const textOfHtml = (html: string): string =>
  withoutHidden(
    html
      .replace(/<figcaption>[^<]*<\/figcaption>|<[^>]*>/g, '')
      .replace(/&([a-z]+|#\w+);/g, (entity, name: string) => entities[name] ?? entity),
  ).trim();

/** The first `max` code points of a text, with an ellipsis if it is longer. */
export function excerptOf(text: string, max: number): string {
  const start = [...text.slice(0, 2 * max + 2)];
  return start.length > max ? `${start.slice(0, max - 1).join('')}…` : text;
}

/** Maximum length of a headline in code points. */
const headlineLength = 80;

/** The title of a post, or the first line of its text. */
export function headlineOf({ title, html, name }: { title?: string; html: string; name: string }): string {
  const [line = ''] = textOfHtml(html).split('\n', 1);
  return excerptOf((title ? withoutHidden(title) : line).trim() || `Post by ${withoutHidden(name)}`, headlineLength);
}
