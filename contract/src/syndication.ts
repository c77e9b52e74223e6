import { endpoint } from './shared/endpoint.ts';
import { array, idPattern, object, optional, type Static, string } from './shared/schema.ts';
import { tagName } from './tags/tags.ts';

/** The formats that a feed exists in: RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1. */
export const feedFormats = [
  { file: 'feed.xml', name: 'RSS', type: 'application/rss+xml' },
  { file: 'feed.atom', name: 'Atom', type: 'application/atom+xml' },
  { file: 'feed.json', name: 'JSON Feed', type: 'application/feed+json' },
] as const;
export type FeedFormat = (typeof feedFormats)[number];

/** The feeds of a page, such as `/dev/profile/{id}`; `''`: those of the site. */
export const feedsOf = (page: string): FeedLink[] => feedFormats.map(({ file, ...format }) => ({ ...format, url: `${page}/${file}` }));

export const feedLink = object(
  { name: string({ description: 'Name of the format.' }), type: string({ description: 'Media type.' }), url: string() },
  { title: 'FeedLink' },
);
export type FeedLink = Static<typeof feedLink>;

/** OPML 2.0, for feed readers. Members and tags without public posts have no feeds. */
export const exportFollowedFeeds = endpoint({
  method: 'GET',
  path: '/api/follows.opml',
  summary: 'Export the feeds of the members and tags that you follow',
  tag: 'Follows',
  access: 'member',
  type: 'text/x-opml',
  reply: string(),
});

/** Lists the feeds of the site, of a member or of a tag; with both parameters, of the tag. Empty without public posts. */
export const listFeeds = endpoint({
  method: 'GET',
  path: '/api/feeds',
  summary: 'List the feeds of the site, a member or a tag',
  tag: 'Site',
  access: 'anyone',
  query: object({
    author: optional(
      string({ title: 'Author', pattern: idPattern, 'x-invalid': 'Author must be the id of a member', description: 'Id of a member.' }),
    ),
    tag: optional(tagName()),
  }),
  reply: array(feedLink),
});
