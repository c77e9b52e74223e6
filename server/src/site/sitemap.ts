import { idPattern } from '@dev-connector/contract';
import type { Reader } from '../db/db.ts';
import { firstId } from '../db/db.ts';
import { type Html, html } from '../http/html.ts';
import type { Site } from './site.ts';

/*
 * Sitemaps (https://www.sitemaps.org/protocol.html). A small site has one file. A larger one has an index of files: one of the site's pages, and one for every
 * `perFile` profiles, named after the first of them.
 */

/** Profiles per file: with the longest host name, 350 bytes each, a file stays below 1 MB. The protocol allows 50,000. */
const perFile = 2_500;
/** Maximum number of files in the index, which then stays below 1 MB too. Later profiles are left out. */
const maxFiles = 2_500;

const part = new RegExp(`^(pages|${idPattern.slice(1, -1)})\\.xml$`);
export const isPart = (name: string): boolean => part.test(name);

/** Returns `/sitemap.xml`: the addresses, or the index of the files that have them. */
export async function readSitemap(db: Reader, site: Site, origin: string): Promise<string> {
  const starts = await readStarts(db);
  if (starts.length <= 1) return addresses(origin, [...pagesOf(site), ...(await readProfiles(db, firstId))]);
  const files = ['pages', ...starts].map((name) => html`<sitemap><loc>${origin}/sitemap/${name}.xml</loc></sitemap>\n`);
  return document('sitemapindex', files);
}

/** Returns one file of the index. A name of a profile that no longer exists stands for the profiles after it. */
export async function readPart(db: Reader, site: Site, origin: string, name: string): Promise<string> {
  const start = name.replace(/\.xml$/, '');
  return addresses(origin, start === 'pages' ? pagesOf(site) : await readProfiles(db, start));
}

/** Returns the id of the first profile of each file. Each step reads `perFile` entries of an index. */
async function readStarts(db: Reader): Promise<string[]> {
  const starts: string[] = [];
  let skip = 0;
  while (starts.length < maxFiles) {
    const next = await db.get<{ user_id: string }>`
      select user_id from profiles where user_id >= ${starts.at(-1) ?? firstId} order by user_id limit 1 offset cast(${skip} as integer)`;
    if (!next) break;
    starts.push(next.user_id);
    skip = perFile;
  }
  return starts;
}

async function readProfiles(db: Reader, start: string): Promise<string[]> {
  const rows = await db.all<{ user_id: string }>`
    select user_id from profiles where user_id >= ${start} order by user_id limit cast(${perFile} as integer)`;
  return rows.map((row) => `/dev/profile/${row.user_id}`);
}

const pagesOf = ({ shell, texts }: Site): string[] => [
  shell.resume,
  '/dev',
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
