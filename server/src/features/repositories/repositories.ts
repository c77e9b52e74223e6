import type { Repository } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import { type Context, perContext } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/db.ts';
import { Failure, RateLimited } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { JobLog } from '../../platform/jobs/worker.ts';
import { fetchRepositories } from './code-host.ts';
import { isOnProfile, type Listing, readStored, type StoredListing, saveListing } from './store.ts';

/*
 * Repositories of names on profiles are stored and refreshed by jobs. Those of other names are only cached in memory, so that requests for
 * invented names cannot fill the database.
 */

const ttl = 10 * 60_000; // ms
/** Wait after a failure, and between two refreshes of a name that one process asks for (milliseconds). */
const retryDelay = 60_000;
const maxCached = 1000;
const maxInFlight = 20;

interface FetchOptions {
  /** Runs before a request to the code host; may throw a RateLimited. */
  admit?: () => Promise<void>;
  /** Receives failures that are hidden from callers by a cached listing. */
  log: Pick<JobLog, 'warn'>;
}

interface RepositoryCache {
  /** Listings by name in lower case. Concurrent requests for a name share one request to the code host. */
  listings: LRUCache<string, Listing, FetchOptions>;
  /** Names for which this process has recently enqueued a refresh. */
  refreshed: LRUCache<string, true>;
}

export const repositoryCache = perContext(openCache);

function openCache({ settings, db }: Context): RepositoryCache {
  const clock = { perf: { now: () => Date.now() }, ttlResolution: 0 };
  let inFlight = 0;
  const load = async (username: string, { admit }: FetchOptions): Promise<Listing> => {
    await admit?.();
    if (inFlight >= maxInFlight) throw new Failure('unavailable');
    inFlight++;
    try {
      const listing = { repositories: await fetchRepositories(settings, username) };
      if (await isOnProfile(db, username)) await saveListing(db, username, listing);
      return listing;
    } finally {
      inFlight--;
    }
  };
  return {
    refreshed: new LRUCache({ max: maxCached, ttl: retryDelay, ...clock }),
    listings: new LRUCache({
      max: maxCached,
      ttl,
      ...clock,
      fetchMethod: (username, stale, { context, options }) =>
        load(username, context).catch((err) => {
          if (!stale?.repositories) throw err;
          const isLimited = err instanceof RateLimited;
          options.ttl = isLimited ? 1 : retryDelay;
          if (!isLimited) context.log.warn({ err }, 'the code host fails; using the cached repositories');
          return stale;
        }),
    }),
  };
}

/**
 * Returns the newest repositories of a user of the code host. Stored ones are returned however old they are; after ten minutes a job refreshes them. Without stored
 * ones, the call waits for the code host, or throws `githubSlow` immediately if `waits` is false.
 */
export async function newestRepositories(
  context: Context,
  name: string,
  { waits, ...options }: FetchOptions & { waits: boolean },
): Promise<Repository[]> {
  const username = name.toLowerCase();
  const { listings } = repositoryCache(context);
  const stored = await readStored(context.db, username);
  if (!stored && (waits || listings.has(username))) return known(await listings.fetch(username, { context: options }));
  if (!stored || isOld(stored)) await requestRefresh(context, username, options.log);
  if (!stored) throw new Failure('githubSlow');
  return known(stored);
}

function known(listing: Listing | undefined): Repository[] {
  if (!listing?.repositories) throw new Failure('githubNotFound');
  return listing.repositories;
}

/** A time in the future comes from a clock that was ahead. */
export const isOld = ({ fetchedAt }: StoredListing): boolean => Math.abs(Date.now() - fetchedAt) >= ttl;

/** Milliseconds that a request waits to enqueue a refresh while another process locks the database. */
const lockPatience = 100;

/** Enqueues a refresh, at most once a minute in each process: every request of an old listing would write otherwise. */
async function requestRefresh(context: Context, username: string, log: FetchOptions['log']): Promise<void> {
  const { db, jobs } = context;
  const { refreshed } = repositoryCache(context);
  if (refreshed.has(username)) return;
  refreshed.set(username, true);
  await db
    .transaction((tx) => enqueueRefresh(jobs, tx, username), { lockPatience })
    .catch((err: unknown) => log.warn({ err }, 'cannot enqueue the refresh of repositories'));
}

export const enqueueRefresh = (jobs: Jobs, tx: Transaction, username: string) =>
  jobs.enqueue(tx, { kind: 'repositories.refresh', payload: { username }, key: username });
