import { join } from 'node:path';
import type { Db } from '../../server/src/platform/db/db.ts';
import { openDb } from '../../server/src/platform/db/open.ts';
import { newId } from '../../server/src/platform/id.ts';
import { cursorAfter } from '../../server/src/platform/lists/keyset.ts';
import { startPostgres } from '../../server/test/postgres.ts';
import { toBytes } from './cases.ts';
import { addFeedPages, type Content, fillAndClose, readContent, sqliteCommunity } from './community.ts';
import { type Effort, median } from './compare.ts';
import { type LoadGenerator, processorTime, type Server, startLoadGenerator, startSite } from './processes.ts';
import { environment, table } from './report.ts';

const sizes = { members: 5000, posts: 20_000 };

/** Members that each requesting member follows: a fifth of all, and so few that their posts are far apart. */
const follows = [1000, 20];

/** Compares the feed Following of members who follow many or few others with the feed Latest, on both engines. */
export async function following(folder: string, effort: Effort): Promise<string> {
  const rows: string[][] = [];
  const loadGenerator = startLoadGenerator();
  const postgres = await startPostgres();
  try {
    await fillAndClose(await openDb({ dataDir: folder, databaseUrl: postgres.url }), sizes);
    const dataDir = await sqliteCommunity(sizes, join(folder, 'following'));
    for (const location of [{ dataDir }, { dataDir: join(folder, 'following-postgres'), databaseUrl: postgres.url }])
      for (const count of follows) rows.push(await measure(loadGenerator, location, count, effort));
  } finally {
    await loadGenerator.stop();
    await postgres.remove();
  }
  return `${environment()}\n\n${table(['engine', 'follows', 'pages: ratio to Latest', 'CPU ratio', 'first pages: ratio', 'CPU ratio', 'not cached: ratio', 'CPU ratio'], rows)}`;
}

async function measure(
  loadGenerator: LoadGenerator,
  location: { dataDir: string; databaseUrl?: string },
  follows: number,
  { rounds, slice }: Effort,
): Promise<string[]> {
  const db = await openDb(location);
  await insertFollows(db, follows);
  const sessions = await readContent(db);
  const site = await startSite({ DATA_DIR: location.dataDir, ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }) });
  try {
    const latest = await addFeedPages(site, sessions);
    const followed = await addFeedPages(site, sessions, '&feed=following');
    const cursors = sessions.posts.map((id) => cursorAfter({ id }));
    // In each round, another member requests the page at a cursor, so that none is cached.
    const anywhere = (query: string, round: number) =>
      [...cursors.slice(round), ...cursors.slice(0, round)].map((cursor) => `/api/posts?limit=20${query}&cursor=${cursor}`);
    const cells: string[] = [];
    for (const urls of [
      () => [latest.feedPages.slice(0, followed.feedPages.length), followed.feedPages],
      () => [latest.feedPages.slice(0, 1), followed.feedPages.slice(0, 1)],
      (round: number) => [anywhere('', round), anywhere('&feed=following', round)],
    ] as Array<(round: number) => [string[], string[]]>) {
      const ratios: number[] = [];
      const processor: [number[], number[]] = [[], []];
      // The first round is a warm-up.
      for (let round = 0; round <= rounds; round++) {
        const [a, b] = [
          await requestsOf(loadGenerator, site, sessions, urls(round)[0], round === 0 ? 4000 : slice),
          await requestsOf(loadGenerator, site, sessions, urls(round)[1], round === 0 ? 4000 : slice),
        ];
        if (round === 0) continue;
        ratios.push(b.perSecond / a.perSecond);
        processor[0].push(a.processor);
        processor[1].push(b.processor);
      }
      cells.push(median(ratios).toFixed(2), (Math.min(...processor[0]) / Math.min(...processor[1])).toFixed(2));
    }
    const row = [location.databaseUrl ? 'PostgreSQL' : 'SQLite', String(follows), ...cells];
    console.error(row.join('  '));
    return row;
  } finally {
    await site.stop();
  }
}

async function requestsOf(
  loadGenerator: LoadGenerator,
  site: Server,
  { tokens }: Pick<Content, 'tokens'>,
  urls: string[],
  milliseconds: number,
) {
  const before = processorTime(site.pid);
  const requests = Array.from({ length: Math.max(500, urls.length) }, (_, index) =>
    toBytes({ method: 'GET', url: String(urls[index % urls.length]), token: String(tokens[index % tokens.length]) }),
  );
  const outcome = await loadGenerator.run({ port: site.port, requests, connections: 32, milliseconds });
  return { perSecond: outcome.requests / outcome.milliseconds, processor: (processorTime(site.pid) - before) / outcome.requests };
}

/** Lets each member with a session follow this many others, spread over all members. */
async function insertFollows(db: Db, follows: number): Promise<void> {
  const users = await db.all<{ id: string }>`select id from users order by id`;
  await db.transaction(async (tx) => {
    await tx.run`delete from user_follows`;
    await tx.run`delete from follow_states`;
    for (const [index, { id }] of users.slice(0, 100).entries()) {
      await tx.run`insert into follow_states (user_id, following, version) values (${id}, ${follows}, 1)`;
      for (let number = 0; number < follows; number++) {
        const followee = users[(index + 1 + number * Math.floor(users.length / follows)) % users.length]?.id ?? '';
        await tx.run`insert into user_follows (id, follower_id, followee_id, created_at) values (${newId()}, ${id}, ${followee}, 1)`;
      }
    }
  });
  await db.run`analyze`;
}
