import {
  type FeedFormat,
  headlineOf,
  limits,
  memberPath,
  type PublicPost,
  postPath,
  summaryOf,
  withoutHidden,
  withPublicTags,
} from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import { perContext } from '../../platform/context.ts';
import { byteBudget } from '../../platform/lists/keyset.ts';
import type { LazyPost } from '../posts/hydration.ts';
import { atom } from './atom.ts';
import { jsonFeed } from './json-feed.ts';
import { rss } from './rss.ts';
import type { Entry, Feed, Writer } from './writer.ts';

const writers: Record<FeedFormat['file'], Writer> = { 'feed.xml': rss, 'feed.atom': atom, 'feed.json': jsonFeed };

export interface WrittenFeed {
  body: Buffer;
  updated: Date;
}

/** Caches feeds by the hash of their content, so that an entry never becomes outdated. */
export const feedCache = perContext(
  () => new LRUCache<string, WrittenFeed>({ maxSize: 8_000_000, sizeCalculation: ({ body }) => body.length }),
);

/** Bytes for the document around the entries. */
const frameBytes = 10_000;

/** Characters that XML 1.0 does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
const notXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
/** Removes the characters that XML does not allow. */
export const allowedInXml = (text: string): string => text.replace(notXml, '');

/** Writes a feed of at most `limits.feedBytes`. It has the newest posts that fit. */
export function writeFeed(file: FeedFormat['file'], frame: Omit<Feed, 'updated'>, posts: LazyPost[], origin: string): WrittenFeed {
  const writer = writers[file];
  const fits = byteBudget(limits.feedBytes - frameBytes);
  const written: string[] = [];
  let updated = new Date(0);
  for (const post of posts) {
    const entry = toEntry(post.read(), origin);
    const whole = writer.entry(entry);
    const text = Buffer.byteLength(whole) <= limits.feedPostBytes ? whole : writer.entry({ ...entry, html: linkTo(entry) });
    if (!fits(Buffer.byteLength(text))) break;
    written.push(text);
    if (entry.updated > updated) updated = entry.updated;
  }
  return { body: Buffer.from(allowedInXml(writer.document({ ...frame, updated }, written))), updated };
}

const linkTo = ({ url }: Entry): string => `<p>This post is too long for the feed. <a href="${url}">Read it on the site.</a></p>`;

/** Characters of a summary. */
const summaryLength = 300;

function toEntry(post: PublicPost, origin: string): Entry {
  const published = new Date(post.publishedAt ?? post.date);
  const edited = new Date(post.editedAt ?? 0);
  const url = origin + postPath(post);
  return {
    id: `urn:uuid:${post._id}`,
    url,
    title: headlineOf(post),
    summary: summaryOf(post.html, summaryLength),
    html: withAbsoluteUrls(withPublicTags(post.html), url),
    author: {
      name: withoutHidden(post.name),
      url: origin + memberPath({ _id: post.user, handle: post.handle }),
      avatar: origin + post.avatar,
    },
    published,
    updated: edited > published ? edited : published,
  };
}

/** Resolves the links and images in sanitized HTML. Text in it has no `<`, and attributes have no `>`. */
const withAbsoluteUrls = (html: string, base: string): string =>
  html.replace(/<(?:a|img) [^>]*>/g, (tag) =>
    tag.replace(/ (href|src)="([^"]*)"/g, (whole, name: string, url: string) => {
      const absolute = URL.parse(url, base)?.href;
      return absolute ? ` ${name}="${absolute}"` : whole;
    }),
  );
