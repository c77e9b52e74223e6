import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile, openDb } from '../../server/src/platform/db/open.ts';
import { toPostgres } from '../../server/src/platform/db/postgres/copy.ts';
import { toSqlite } from '../../server/src/platform/db/sqlite/copy.ts';
import { databaseOf, query, startPostgres } from '../../server/test/postgres.ts';
import { toBytes } from './cases.ts';
import { readContent } from './community.ts';
import { processorTime, root, type Server, startLoadGenerator, startSite } from './processes.ts';
import { environment, table } from './report.ts';
import { fill, keyPresses, queries, type Sizes, sequence } from './search-community.ts';

/** Concurrent requests, and milliseconds per kind of query and of the warm-up. */
const [connections, slice, warmUp] = [16, 4000, 4000];

interface Result {
  median: number;
  p99: number;
  perSecond: number;
  /** Processor time per request in milliseconds, of the site and of PostgreSQL. */
  processor: number;
  others: string;
}

/** What is measured: the address of the requests, and their queries by kind. */
const subjects = {
  search: { path: '/api/search', kinds: queries },
  suggestions: { path: '/api/search/suggestions', kinds: keyPresses },
};
type Subject = keyof typeof subjects;

/** Measures searches or suggestions at 16 concurrent requests, all kinds mixed and each kind, in databases of these sizes. The last column compares the first size with the others. */
export async function search(subject: Subject, sizes: Sizes[], isPostgres: boolean): Promise<string> {
  // With autovacuum, because the site fills its directory, and needs current statistics for it.
  const postgres = isPostgres ? await startPostgres({ dataFolder: join(cache, 'postgres'), autovacuum: true }) : undefined;
  const parts: string[] = [];
  try {
    let first: Map<string, Result> | undefined;
    for (const size of sizes) {
      const location = await openCommunity(size, postgres?.url);
      const results = await measure(subject, location);
      first ??= results;
      const rows = [...results].map(([name, { median, p99, perSecond, processor, others }]) => [
        ...[name, median.toFixed(1), p99.toFixed(1), perSecond.toFixed(0), processor.toFixed(2)],
        ((first?.get(name)?.processor ?? 0) / processor).toFixed(2),
        others,
      ]);
      const head = ['query', 'p50 ms', 'p99 ms', 'per second', 'CPU ms', `CPU ratio to ${sizes[0]?.posts} posts`, 'other statuses'];
      const title = `${isPostgres ? 'PostgreSQL' : 'SQLite'}, ${size.members} members, ${size.posts} posts, ${connections} concurrent; ${environment()}`;
      parts.push(`${title}\n\n${table(head, rows)}`);
    }
  } finally {
    await postgres?.remove();
  }
  return parts.join('\n\n');
}

interface Location {
  dataDir: string;
  databaseUrl?: string;
}

const cache = join(root, 'node_modules/.cache/bench');

/** Fills a database, or reuses an earlier one. */
async function openCommunity(sizes: Sizes, postgresUrl: string | undefined): Promise<Location> {
  const name = `search-${sizes.members}-${sizes.posts}`;
  const dataDir = join(cache, postgresUrl ? `${name}-postgres` : name); // a site refuses another database than before
  const began = performance.now();
  const databaseUrl = postgresUrl && databaseOf(postgresUrl, name);
  if (postgresUrl) {
    const { rowCount } = await query(postgresUrl, `select 1 from pg_database where datname = '${name}'`);
    if (rowCount === 0) {
      const partial = `${name}.part`;
      await query(postgresUrl, `drop database if exists "${partial}"`);
      await query(postgresUrl, `create database "${partial}"`);
      await toPostgres(databaseOf(postgresUrl, partial), (target) => fill(target, 'postgres', sizes));
      await query(databaseOf(postgresUrl, partial), 'vacuum analyze');
      await query(postgresUrl, `alter database "${partial}" rename to "${name}"`);
    }
  } else if (!existsSync(databaseFile(dataDir))) {
    mkdirSync(dataDir, { recursive: true });
    await toSqlite(databaseFile(dataDir), {}, (target) => fill(target, 'sqlite', sizes));
    const db = await openDb({ dataDir });
    await db.run`analyze`;
    await db.close();
  }
  console.error(`${name} was ready in ${Math.round((performance.now() - began) / 1000)} s`);
  return { dataDir, ...(databaseUrl && { databaseUrl }) };
}

async function measure(subject: Subject, location: Location): Promise<Map<string, Result>> {
  const { tokens } = await readContent(await openDb(location));
  const site = await startSite({ DATA_DIR: location.dataDir, ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }) });
  const loadGenerator = startLoadGenerator();
  const results = new Map<string, Result>();
  try {
    const random = sequence(2);
    // Consecutive requests come from different members, because a member may run only four searches at a time.
    const { path, kinds: kindsOf } = subjects[subject];
    const kinds = Object.entries(kindsOf());
    const byKind = kinds.map(([name, make], kind) => {
      const toRequest = (_: unknown, index: number) => {
        const token = tokens[(index * kinds.length + kind) % tokens.length] as string;
        return toBytes({ method: 'GET', url: `${path}?${make(random)}`, token });
      };
      return [name, Array.from({ length: 500 }, toRequest)] as const;
    });
    const mixed = Array.from({ length: 500 }, (_, index) => byKind.map(([, requests]) => requests[index] as string)).flat();
    // Starts the process that searches.
    while (!(await fetch(`http://127.0.0.1:${site.port}/api/profile/facets`).catch(() => undefined))?.ok);
    await loadGenerator.run({ port: site.port, requests: mixed, connections, milliseconds: warmUp });
    for (const [name, requests] of [['all kinds, mixed', mixed] as const, ...byKind]) {
      const workload = { port: site.port, requests, connections, isQuiet: true };
      await loadGenerator.run({ ...workload, milliseconds: slice / 10 });
      const before = processorTimes(site);
      const outcome = await loadGenerator.run({ ...workload, milliseconds: slice });
      const { median, p99, requests: count, milliseconds, others } = outcome;
      const result = { median, p99, perSecond: (count / milliseconds) * 1000, processor: (processorTimes(site) - before) / count };
      console.error(name, result, others);
      results.set(name, { ...result, others: JSON.stringify(others) });
    }
  } finally {
    await loadGenerator.stop();
    await site.stop();
  }
  return results;
}

/** Processor time in milliseconds of the site with the process that searches on SQLite, and of all PostgreSQL processes that this process has started. */
function processorTimes(site: Server): number {
  const childrenOf = (pid: number | string) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const servers = childrenOf(process.pid).filter((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres'));
  return [site.pid, ...childrenOf(site.pid).map(Number), ...servers.flatMap(childrenOf).map(Number)].reduce(
    (sum, pid) => sum + processorTime(pid),
    0,
  );
}
