/** Formats of the feeds (server/src/syndication) by the name of the file. */
const formats = {
  'feed.xml': ['RSS', 'application/rss+xml'],
  'feed.atom': ['Atom', 'application/atom+xml'],
  'feed.json': ['JSON Feed', 'application/feed+json'],
};

/** The addresses of the feeds of a page, such as `/dev/profile/{id}`; `''`: those of the site. */
export const feedsOf = (page: string) =>
  Object.entries(formats).map(([file, [format = '', type = '']]) => ({ format, type, href: `${page}/${file}` }));

/** Links in the head of a page, by which feed readers find its feeds. */
export const feedLinks = (page: string, title: string) =>
  feedsOf(page).map(({ format, type, href }) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    type,
    title: `${title} (${format})`,
    href,
  }));
