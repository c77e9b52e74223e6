import type { Repository } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import type { Db, Reader, Transaction } from '../db/db.ts';
import { Failure, RateLimited } from '../errors.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { eachRange } from '../jobs/repeat.ts';
import type { JobLog } from '../jobs/worker.ts';
import type { Settings } from '../settings.ts';
import { fetchRepositories } from './code-host.ts';

/*
 * Repositories of names on profiles are stored and refreshed by jobs. Those of other names are only cached in memory, so that requests for
 * invented names cannot fill the database.
 */

const ttl = 10 * 60_000; // ms
/** Wait after a failure, and between two refreshes of a name that one process asks for (milliseconds). */
const retryDelay = 60_000;
const day = 24 * 60 * 60_000; // ms
const maxCached = 1000;
const maxInFlight = 20;
/** Rows per statement of the purge. */
const batch = 500;

/** null: the code host does not know the name. */
interface Answer {
  repositories: Repository[] | null;
}

interface Asker {
  /** Runs before a request to the code host; may throw a RateLimited. */
  admit?: () => Promise<void>;
  /** Receives failures that are hidden from callers by a cached answer. */
  log: Pick<JobLog, 'warn'>;
}

export interface RepositoryCache {
  /** Answers by name in lower case. Concurrent requests for a name share one request to the code host. */
  answers: LRUCache<string, Answer, Asker>;
  /** Names for which this process has recently enqueued a refresh. */
  refreshed: LRUCache<string, true>;
}

export function repositoryCache(settings: Settings, db: Db): RepositoryCache {
  const clock = { perf: { now: () => Date.now() }, ttlResolution: 0 };
  let inFlight = 0;
  const load = async (username: string, { admit }: Asker): Promise<Answer> => {
    await admit?.();
    if (inFlight >= maxInFlight) throw new Failure('unavailable');
    inFlight++;
    try {
      const repositories = await fetchRepositories(settings, username);
      await store(db, username, repositories);
      return { repositories };
    } finally {
      inFlight--;
    }
  };
  return {
    refreshed: new LRUCache({ max: maxCached, ttl: retryDelay, ...clock }),
    answers: new LRUCache({
      max: maxCached,
      ttl,
      ...clock,
      fetchMethod: (username, stale, { context, options }) =>
        load(username, context).catch((err) => {
          if (!stale?.repositories) throw err;
          const isLimited = err instanceof RateLimited;
          options.ttl = isLimited ? 1 : retryDelay;
          if (!isLimited) context.log.warn({ err }, 'the code host fails; using the cached answer');
          return stale;
        }),
    }),
  };
}

/**
 * Returns the newest repositories of a user of the code host. Stored ones are returned however old they are; after ten minutes a job refreshes them. Without stored
 * ones, the call waits for the code host, or throws `githubSlow` at once if `waits` is false.
 */
export async function newestRepositories(
  context: Context,
  name: string,
  { waits, ...asker }: Asker & { waits: boolean },
): Promise<Repository[]> {
  const username = name.toLowerCase();
  const { answers } = context.cache.repositories;
  const stored = await readStored(context.db, username);
  if (!stored && (waits || answers.has(username))) return known(await answers.fetch(username, { context: asker }));
  if (!stored || isOld(stored)) await requestRefresh(context, username, asker.log);
  if (!stored) throw new Failure('githubSlow');
  return known(stored);
}

function known(answer: Answer | undefined): Repository[] {
  if (!answer?.repositories) throw new Failure('githubNotFound');
  return answer.repositories;
}

type Stored = Answer & { fetchedAt: number };

/** A time in the future comes from a clock that was ahead. */
const isOld = ({ fetchedAt }: Stored): boolean => Math.abs(Date.now() - fetchedAt) >= ttl;

async function readStored(reader: Reader, username: string): Promise<Stored | undefined> {
  const row = await reader.get<{ answer: string; fetched_at: number }>`
    select answer, fetched_at from repositories where username = ${username}`;
  return row && { repositories: JSON.parse(row.answer), fetchedAt: row.fetched_at };
}

/** Stores the answer if a profile has the name. */
async function store(db: Db, username: string, repositories: Repository[] | null): Promise<void> {
  await db.run`
    insert into repositories (username, answer, fetched_at)
    select ${username}, ${JSON.stringify(repositories)}, cast(${Date.now()} as bigint)
    where exists (select 1 from profiles where lower(githubusername) = ${username})
    on conflict (username) do update set answer = excluded.answer, fetched_at = excluded.fetched_at`;
}

/** Enqueues a refresh, at most once a minute in each process: every request of an old answer would write otherwise. */
async function requestRefresh({ db, jobs, cache }: Context, username: string, log: Asker['log']): Promise<void> {
  const { refreshed } = cache.repositories;
  if (refreshed.has(username)) return;
  refreshed.set(username, true);
  await db
    .transaction((tx) => enqueueRefresh(jobs, tx, username))
    .catch((err: unknown) => log.warn({ err }, 'cannot enqueue the refresh of repositories'));
}

const enqueueRefresh = (jobs: Jobs, tx: Transaction, username: string) =>
  jobs.enqueue(tx, { kind: 'repositories.refresh', payload: { username }, key: username });

/** Refreshes the repositories of names on profiles, and deletes those of names that no profile has any longer. */
export function registerRepositories({ db, jobs, events, cache }: Context, log: Asker['log']): void {
  events.on('profile.saved', async (tx, { githubusername }) => {
    const username = githubusername?.toLowerCase();
    if (username && !(await readStored(tx, username))) await enqueueRefresh(jobs, tx, username);
  });
  jobs.handle('repositories.refresh', async ({ username }) => {
    const stored = await readStored(db, username);
    if (stored && !isOld(stored)) return;
    if (!(await db.get`select id from profiles where lower(githubusername) = ${username} limit 1`)) return;
    // A failure is no reason to retry: the next visitor of the profile enqueues the job again.
    await cache.repositories.answers
      .fetch(username, { forceRefresh: true, context: { log } })
      .catch((err: unknown) => log.warn({ err }, 'the repositories of a profile were not refreshed'));
  });
  jobs.every('repositories.purge', day, (signal) =>
    eachRange(
      (after) => db.get<{ last: string | null }>`
        select max(username) as last from (select username from repositories where username > ${after} order by username limit ${batch}) as page`,
      (after, last) => db.run`
        delete from repositories where username > ${after} and username <= ${last}
          and not exists (select 1 from profiles where lower(githubusername) = repositories.username)`,
      signal,
    ),
  );
}
