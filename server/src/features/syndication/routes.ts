import { Readable } from 'node:stream';
import {
  exportFollowedFeeds,
  feedFormats,
  feedsOf,
  idPattern,
  isTagName,
  limits,
  listFeeds,
  memberPath,
  publicTagPath,
  tagPath,
  withoutHidden,
} from '@dev-connector/contract';
import type { Context, Mount } from '../../platform/context.ts';
import { sendNotModified, weakEtag } from '../../platform/http/conditional.ts';
import { originOf } from '../../platform/http/origin.ts';
import { route } from '../../platform/http/route.ts';
import { sha256 } from '../../platform/sha256.ts';
import { version } from '../../platform/version.ts';
import { publicPosts } from '../posts/hydration.ts';
import { newestPublic, newestPublicBy, newestPublicWithTag, type PublicSource } from '../posts/public-sources.ts';
import { siteOf } from '../site/site.ts';
import { resolveTag } from '../tags/post-tags.ts';
import { visiblePeople } from '../visibility/policy.ts';
import { feedCache, writeFeed } from './feed.ts';
import { writeOpml } from './opml.ts';

/** What a feed is about, and its posts. */
interface Source {
  title: string;
  description: string;
  /** Path of the page that the feeds belong to. */
  page: string;
  /** Path before the names of the files. It stays the same when the handle of a member changes. */
  feeds: string;
  posts: PublicSource;
}

/** Reads the source of a feed; undefined if there is no such page. */
type ReadSource = (context: Context, params: Params) => Promise<Source | undefined>;

interface Params {
  id?: string;
  tag?: string;
}

/** Each source by the path before the names of the files. */
const sources: Record<string, ReadSource> = {
  '': async (context) => {
    const { title, tagline } = siteOf(context).current.shell;
    return { title, description: tagline, page: '/dev', feeds: '', posts: newestPublic };
  },
  '/dev/profile/:id': async (context, { id = '' }) => {
    const author = new RegExp(idPattern).test(id) ? await readPublicAuthor(context, id) : undefined;
    if (!author) return undefined;
    const { title } = siteOf(context).current.shell;
    const name = withoutHidden(author.name);
    return {
      title: `${name} · ${title}`,
      description: `Public posts by ${name}`,
      page: memberPath({ _id: id, handle: author.handle ?? undefined }),
      feeds: `/dev/profile/${id}`,
      posts: newestPublicBy(id),
    };
  },
  // Of every possible tag, so that a feed does not reveal which tags members use.
  '/dev/tags/:tag': async (context, { tag: sent = '' }) => {
    if (!isTagName(sent)) return undefined;
    const tag = await resolveTag(context.db, sent);
    const { title } = siteOf(context).current.shell;
    return {
      title: `#${tag} · ${title}`,
      description: `Public posts with the tag #${tag}`,
      page: publicTagPath(tag),
      feeds: tagPath(tag),
      posts: newestPublicWithTag(tag),
    };
  },
};

/** Reads the name and handle of a member, if visitors may see the member. */
const readPublicAuthor = ({ db }: Context, id: string) =>
  db.get<{ name: string; handle: string | null }>`
    select name, handle from ${visiblePeople('visitors')} u where id = ${id}`;

/** Serves the public posts of the site and of each member to feed readers. */
export const syndication: Mount = (app, context) => {
  const { settings } = context;
  const site = siteOf(context);
  const cache = feedCache(context);

  route(app, listFeeds, async ({ query: { author, tag } }) => {
    const name = tag === undefined ? undefined : await resolveTag(context.db, tag);
    const posts = name !== undefined ? newestPublicWithTag(name) : author === undefined ? newestPublic : newestPublicBy(author);
    if ((await posts(context, { limit: 1 })).items.length === 0) return [];
    if (name !== undefined) return feedsOf(tagPath(name));
    return feedsOf(author === undefined ? '' : `/dev/profile/${author}`);
  });

  route(app, exportFollowedFeeds, ({ member, request, reply }) => {
    reply.type('text/x-opml; charset=utf-8').header('content-disposition', 'attachment; filename="follows.opml"');
    const title = `Follows · ${site.current.shell.title}`;
    return Readable.from(writeOpml(context.db, member, title, originOf(settings, request)), { objectMode: false }) as never;
  });

  for (const [path, readSource] of Object.entries(sources))
    for (const { file, type } of feedFormats)
      app.get<{ Params: Params }>(`${path}/${file}`, async (request, reply) => {
        const source = await readSource(context, request.params);
        if (!source) return reply.callNotFound();
        const { posts: newest, page, feeds, ...texts } = source;
        const posts = await publicPosts(context, (await newest(context, { limit: limits.feedPosts })).items);
        const origin = originOf(settings, request);
        const frame = { ...texts, url: origin + page, self: `${origin}${feeds}/${file}` };
        // Not from a date: a post that is no longer public must disappear, and the newest date of the others may be older.
        const tag = sha256([version, site.current.tag, JSON.stringify(frame), ...posts.map((post) => post.tag)].join('\n'));
        reply.header('cache-control', 'no-cache').header('access-control-allow-origin', '*'); // for feed readers in browsers
        if (sendNotModified(request, reply, weakEtag(tag))) return reply;
        const written = cache.get(tag) ?? writeFeed(file, frame, posts, origin);
        cache.set(tag, written);
        return reply.type(`${type}; charset=utf-8`).header('last-modified', written.updated.toUTCString()).send(written.body);
      });
};
