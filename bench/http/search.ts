import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../../server/src/db/db.ts';
import { openDb } from '../../server/src/db/open.ts';
import { newId } from '../../server/src/id.ts';
import { savePostHtml } from '../../server/src/posts/html.ts';
import { indexPerson, indexPost } from '../../server/src/search/index-rows.ts';
import { startPostgres } from '../../server/test/postgres.ts';
import { toBytes } from './cases.ts';
import { readContent } from './community.ts';
import { processorTime, root, startLoadGenerator, startSite } from './processes.ts';
import { environment, table } from './report.ts';

/** Concurrent requests, and milliseconds per kind of query. */
const [connections, slice] = [16, 4000];

/** Distinct words. The word of rank n occurs n times less often than the first, as in a natural language. */
const vocabulary = 30_000;

/** A pseudo-random sequence from 0 to 1, the same in every run (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the word of a rank: three to eight letters, so that many words share a beginning. */
function wordOf(rank: number): string {
  const random = sequence(rank);
  const syllables = Array.from(
    { length: 1 + Math.floor(random() * 3) },
    () => `${'bcdfghklmnprstvw'[Math.floor(random() * 16)]}${'aeiou'[Math.floor(random() * 5)]}`,
  );
  return `${syllables.join('')}${rank.toString(36)}`;
}

const [skills, places] = [
  ['Rust', 'Go', 'TypeScript', 'C++', 'Node.js', 'Python', 'SQL', 'Java'],
  ['New York', 'Berlin', 'Bern', 'Łódź', '東京', 'Paris'],
];

/** Fills a database with members, all with a profile, and with posts of 40 words, a third of them with a title. */
async function fill(db: Db, { members, posts }: Sizes): Promise<void> {
  const random = sequence(1);
  const word = () => wordOf(Math.floor(Math.exp(random() * Math.log(vocabulary))));
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  const one = <T>(list: T[]): T => list[Math.floor(random() * list.length)] as T;
  const ids = Array.from({ length: members }, newId);
  const batch = 500;
  for (let start = 0; start < members; start += batch)
    await db.transaction(async (tx) => {
      for (const id of ids.slice(start, start + batch)) {
        await tx.run`insert into users (id, name, email, email_key, password_hash, created_at) values (${id}, ${words(2)}, ${id}, ${id}, 'x', 1)`;
        await tx.run`
          insert into profiles (id, user_id, status, skills, location, bio, open_to_work, created_at)
          values (${newId()}, ${id}, 'Developer', ${JSON.stringify([one(skills), one(skills)])}, ${one(places)}, ${words(20)}, ${random() < 0.1 ? 1 : 0}, 1)`;
        await indexPerson(tx, id);
      }
    });
  for (let start = 0; start < posts; start += batch)
    await db.transaction(async (tx) => {
      for (let index = start; index < Math.min(start + batch, posts); index++) {
        const id = newId();
        const text = words(40) + (random() < 0.1 ? ' `code`' : '');
        await tx.run`
          insert into posts (id, user_id, title, text, format, created_at)
          values (${id}, ${one(ids)}, ${random() < 0.3 ? words(5) : null}, ${text}, 'markdown', 1)`;
        await savePostHtml(tx, id, `<p>${text}</p>`);
        await indexPost(tx, id);
      }
    });
  await db.run`analyze`;
}

export interface Sizes {
  members: number;
  posts: number;
}

const any = (random: () => number, from: number, to: number) => wordOf(from + Math.floor(random() * (to - from)));

/** The published mix: each kind of query has the same share. */
const mix: Record<string, (random: () => number) => string> = {
  'frequent word': (random) => `q=${any(random, 1, 50)}%20`,
  'usual word': (random) => `q=${any(random, 50, 2000)}%20`,
  'rare word': (random) => `q=${any(random, 2000, vocabulary)}%20`,
  'two frequent words': (random) => `q=${any(random, 1, 50)}+${any(random, 1, 50)}%20`,
  'frequent and rare word': (random) => `q=${any(random, 1, 50)}+${any(random, 2000, vocabulary)}%20`,
  'three usual words': (random) => `q=${any(random, 20, 500)}+${any(random, 20, 500)}+${any(random, 20, 500)}%20`,
  'beginning of 3 letters': (random) => `q=${any(random, 50, vocabulary).slice(0, 3)}`,
  'beginning of 5 letters': (random) => `q=${any(random, 50, vocabulary).slice(0, 5)}`,
  phrase: (random) => `q=%22${any(random, 1, 50)}+${any(random, 1, 200)}%22`,
  'word without another': (random) => `q=${any(random, 1, 500)}+-${any(random, 1, 50)}`,
  'word with code': (random) => `q=${any(random, 1, 500)}+has:code`,
  'name of a member': (random) => `type=people&q=${any(random, 1, 5000)}`,
  'skill and place': () => `type=people&q=skill:rust+place:%22new+york%22`,
};

/** Measures searches at 16 concurrent requests, by kind and mixed, in a database of these sizes. */
export async function search(sizes: Sizes, postgres: boolean): Promise<string> {
  const database = postgres ? await startPostgres() : undefined;
  const dataDir = join(root, `node_modules/.cache/bench/search-${sizes.members}-${sizes.posts}`);
  const location = { dataDir, databaseUrl: database?.url };
  if (database || !existsSync(dataDir)) {
    const partial = `${dataDir}.part`;
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true });
    const db = await openDb({ ...location, dataDir: partial });
    const began = performance.now();
    await fill(db, sizes);
    await db.close();
    console.error(`filled in ${Math.round((performance.now() - began) / 1000)} s`);
    if (!database) renameSync(partial, dataDir);
  }
  const { tokens } = await readContent(await openDb(location));
  const site = await startSite({ DATA_DIR: dataDir, ...(database && { DATABASE_URL: database.url }) });
  const loadGenerator = startLoadGenerator();
  try {
    const random = sequence(2);
    const requestsOf = (make: (random: () => number) => string) =>
      Array.from({ length: 500 }, (_, index) =>
        toBytes({ method: 'GET', url: `/api/search?${make(random)}`, token: tokens[index % tokens.length] as string }),
      );
    const byKind = Object.entries(mix).map(([name, make]) => [name, requestsOf(make)] as const);
    const mixed = Array.from({ length: 500 }, (_, index) => byKind.map(([, requests]) => requests[index] as string)).flat();
    const rows: string[][] = [];
    for (const [name, requests] of [['all kinds, mixed', mixed] as const, ...byKind]) {
      await loadGenerator.run({ port: site.port, requests, connections, milliseconds: 1000 });
      const before = processorTime(site.pid);
      const {
        requests: count,
        others,
        median,
        p99,
        milliseconds,
      } = await loadGenerator.run({ port: site.port, requests, connections, milliseconds: slice });
      const row = [
        name,
        median.toFixed(1),
        p99.toFixed(1),
        ((count / milliseconds) * 1000).toFixed(0),
        ((processorTime(site.pid) - before) / count).toFixed(2),
        JSON.stringify(others),
      ];
      console.error(row.join('  '));
      rows.push(row);
    }
    const head = ['query', 'p50 (ms)', 'p99 (ms)', 'per second', 'CPU (ms)', 'other statuses'];
    return `${postgres ? 'postgres' : 'sqlite'}: ${sizes.members} members, ${sizes.posts} posts, ${connections} concurrent; ${environment()}\n\n${table(head, rows)}`;
  } finally {
    await loadGenerator.stop();
    await site.stop();
    await database?.remove();
  }
}
