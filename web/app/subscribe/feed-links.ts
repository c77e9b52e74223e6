import { feedsOf } from '@dev-connector/contract';

/** Links in the head of a page, by which feed readers find its feeds. `page`: as for `feedsOf`. */
export const feedLinks = (page: string, title: string) =>
  feedsOf(page).map(({ name, type, url }) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    type,
    title: `${title} (${name})`,
    href: url,
  }));
