import { withoutHidden } from '../shared/hidden-characters.ts';
import { firstLineOf, toHeadline } from '../shared/plain-text.ts';

/** The title of a post, or the first line of its text. */
export const headlineOf = ({ title, html, name }: { title?: string; html: string; name: string }): string =>
  toHeadline(title ? withoutHidden(title).trim() : firstLineOf(html)) || toHeadline(`Post by ${withoutHidden(name)}`);
