import { setImmediate } from 'node:timers/promises';
import { idPattern, memberPath, postPath } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import { type Context, perContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/db/db.ts';
import { firstId } from '../../platform/db/db.ts';
import { type Html, html } from '../../platform/http/html.ts';
import { visiblePeople, visiblePosts } from '../visibility/policy.ts';
import type { Site } from './site.ts';

/*
 * Sitemaps (https://www.sitemaps.org/protocol.html). A small site has one file. A larger one has an index of files: one of the site's pages, and one for every
 * 2,500 profiles and every 1,000 public posts, named after the first of them.
 */

/** One type of pages: how many fit into a file of 1 MB with the longest host name and title (the protocol allows 50,000), and how to read them by id. */
interface Section {
  perFile: number;
  /** Returns the id of the row `skip` rows after this one. */
  next(db: Reader, from: string, skip: number): Promise<string | undefined>;
  paths(db: Reader, from: string): Promise<string[]>;
}

/** Maximum number of files of each section in the index, which then stays below 1 MB too. Later ones are left out. */
const maxFiles = 1_200;

const profiles: Section = {
  perFile: 2_500,
  async next(db, from, skip) {
    const row = await db.get<{ user_id: string }>`
      select user_id from profiles where user_id >= ${from} order by user_id limit 1 offset cast(${skip} as integer)`;
    return row?.user_id;
  },
  async paths(db, from) {
    const rows = await db.all<{ _id: string; handle: string | null }>`
      select p.user_id as _id, u.handle from profiles p join ${visiblePeople('visitors')} u on u.id = p.user_id
      where p.user_id >= ${from} order by p.user_id limit cast(${profiles.perFile} as integer)`;
    return rows.map(({ _id, handle }) => memberPath({ _id, handle: handle ?? undefined }));
  },
};

const posts: Section = {
  perFile: 1_000,
  async next(db, from, skip) {
    const row = await db.get<{ id: string }>`
      select id from ${visiblePosts('visitors')} p where id >= ${from} order by id limit 1 offset cast(${skip} as integer)`;
    return row?.id;
  },
  async paths(db, from) {
    const rows = await db.all<{ id: string; title: string | null }>`
      select id, title from ${visiblePosts('visitors')} p where id >= ${from} order by id limit cast(${posts.perFile} as integer)`;
    return rows.map(({ id, title }) => postPath({ _id: id, title: title ?? '' }));
  },
};

const sections: Record<string, Section> = { '': profiles, 'posts-': posts };

const part = new RegExp(`^(pages|(?<prefix>posts-|)(?<id>${idPattern.slice(1, -1)}))\\.xml$`);
export const isPart = (name: string): boolean => part.test(name);

/** Milliseconds for which the index names the same files. */
const ttl = 5 * 60_000;

/** Caches the starts of the files, because a large site reads an index for them. */
const cache = perContext(
  ({ db }) =>
    new LRUCache<'starts', string[][]>({
      max: 1,
      ttl,
      fetchMethod: async () => {
        const starts: string[][] = [];
        for (const section of Object.values(sections)) starts.push(await readStarts(db, section));
        return starts;
      },
    }),
);

/** Returns the first id of each file, by section. */
export const sitemapStarts = async (context: Context): Promise<string[][]> => (await cache(context).fetch('starts')) ?? [];

/** Returns `/sitemap.xml`: the addresses, or the index of the files that have them. */
export async function readSitemap(db: Reader, starts: string[][], site: Site, origin: string): Promise<string> {
  if (starts.every(({ length }) => length <= 1))
    return addresses(origin, [...pagesOf(site), ...(await profiles.paths(db, firstId)), ...(await posts.paths(db, firstId))]);
  const names = Object.keys(sections).flatMap((prefix, index) => (starts[index] ?? []).map((start) => prefix + start));
  const files = ['pages', ...names].map((name) => html`<sitemap><loc>${origin}/sitemap/${name}.xml</loc></sitemap>\n`);
  return document('sitemapindex', files);
}

/** Returns one file of the index. If its id no longer exists, the file begins with the next row. */
export async function readPart(db: Reader, site: Site, origin: string, name: string): Promise<string> {
  const { prefix, id } = part.exec(name)?.groups ?? {};
  return addresses(origin, id === undefined ? pagesOf(site) : await (sections[prefix ?? ''] ?? profiles).paths(db, id));
}

/** Returns the first id of each file. Each step reads `perFile` entries of an index. */
async function readStarts(db: Reader, { next, perFile }: Section): Promise<string[]> {
  const starts: string[] = [];
  let skip = 0;
  while (starts.length < maxFiles) {
    await setImmediate(); // lets other requests run
    const start = await next(db, starts.at(-1) ?? firstId, skip);
    if (start === undefined) break;
    starts.push(start);
    skip = perFile;
  }
  return starts;
}

const pagesOf = ({ shell, texts }: Site): string[] => [
  shell.resume,
  '/dev',
  '/dev/explore',
  '/dev/profiles',
  '/dev/formatter',
  ...Object.keys(texts).map((page) => `/dev/${page}`),
];

const addresses = (origin: string, paths: string[]): string =>
  document(
    'urlset',
    paths.map((path) => html`<url><loc>${origin}${path}</loc></url>\n`),
  );

const document = (root: 'urlset' | 'sitemapindex', entries: Html[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${html`${entries}`.text}</${root}>\n`;
