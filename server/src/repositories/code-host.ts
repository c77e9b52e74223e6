import type { Repository } from '@dev-connector/contract';
import type { FastifyBaseLogger } from 'fastify';
import { Failure, RateLimited } from '../errors.ts';

const sizeLimit = 1024 * 1024; // bytes
const ttl = 10 * 60 * 1000; // ms
/** Wait after a failure, for a name with a cached answer. */
const retryDelay = 60 * 1000; // ms
const maxCached = 1000;
const maxInFlight = 20;
const maxRepositories = 5;
/** Maximum lengths, above GitHub's limits. For other code hosts, longer texts are truncated and repositories with longer URLs are left out. */
const maxLength = { name: 200, address: 500, description: 500 };

export interface CodeHostOptions {
  url: string;
  token?: string | undefined;
  /** Request timeout in milliseconds. */
  timeLimit?: number;
  /** The clock, in milliseconds. */
  now?: () => number;
  /** Receives failures that are hidden from callers by a cached answer. */
  log?: Pick<FastifyBaseLogger, 'warn'> | undefined;
}

interface Answer {
  repositories: Repository[] | undefined; // undefined if the user does not exist
  expiresAt: number;
}

/**
 * Fetches the newest repositories of a user from the code host (GitHub's REST API).
 *
 * Caches answers for ten minutes and shares concurrent requests for the same name. If a request fails, it returns the last cached answer and retries after a
 * minute. The schema in contract/src/repositories.ts restricts names, so they cannot escape the `users` path. `admit` runs before each request and may throw.
 */
export function codeHost({
  url,
  token,
  timeLimit = 5000,
  now = Date.now,
  log,
}: CodeHostOptions): (username: string, admit?: () => Promise<void>) => Promise<Repository[]> {
  const cache = new Map<string, Answer>();
  const inFlight = new Map<string, Promise<Answer>>();

  return async (username, admit) => {
    const name = username.toLowerCase();
    const last = cache.get(name);
    const answer =
      last && last.expiresAt > now()
        ? last
        : await load(name, admit).catch((failure) => {
            if (!last?.repositories) throw failure;
            if (!(failure instanceof RateLimited)) {
              last.expiresAt = now() + retryDelay;
              log?.warn({ err: failure }, 'the code host fails; using the cached answer');
            }
            return last;
          });
    if (!answer.repositories) throw new Failure('githubNotFound');
    return answer.repositories;
  };

  async function load(name: string, admit: (() => Promise<void>) | undefined): Promise<Answer> {
    if (!inFlight.has(name)) await admit?.();
    const pending = inFlight.get(name);
    if (pending) return pending;
    if (inFlight.size >= maxInFlight) throw new Failure('unavailable');
    const request = fetchRepositories({ url, token, timeLimit }, name)
      .then((repositories) => store(name, repositories))
      .finally(() => inFlight.delete(name));
    inFlight.set(name, request);
    return request;
  }

  function store(name: string, repositories: Repository[] | undefined): Answer {
    const answer = { repositories, expiresAt: now() + ttl };
    cache.delete(name);
    cache.set(name, answer);
    if (cache.size > maxCached) cache.delete(cache.keys().next().value as string); // evicts the oldest
    return answer;
  }
}

/** `reason` is only logged. */
const failed = (reason: string) => new Failure('githubFailed', { cause: new Error(reason) });

async function fetchRepositories(
  { url, token, timeLimit }: CodeHostOptions & { timeLimit: number },
  name: string,
): Promise<Repository[] | undefined> {
  const signal = AbortSignal.timeout(timeLimit);
  try {
    const response = await fetch(`${url}/users/${name}/repos?per_page=${maxRepositories}&sort=created&direction=desc`, {
      redirect: 'error',
      signal,
      headers: { accept: 'application/vnd.github+json', 'user-agent': 'dev-connector', ...(token && { authorization: `Bearer ${token}` }) },
    });
    if (!response.ok) {
      await response.body?.cancel(); // an unread body would keep the connection open
      if (response.status === 404) return undefined;
      throw failed(`the code host answered ${response.status}`);
    }
    return toRepositories(JSON.parse(await readText(response)));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(signal.aborted ? 'githubSlow' : 'githubFailed', { cause: error });
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > sizeLimit) throw failed(`the answer is larger than ${sizeLimit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function toRepositories(body: unknown): Repository[] {
  if (!Array.isArray(body)) throw failed('the answer is not a list');
  return body
    .filter(isRepository)
    .slice(0, maxRepositories)
    .map(({ id, name, html_url, description, stargazers_count, watchers_count, forks_count }) => ({
      id,
      name: name.slice(0, maxLength.name).toWellFormed(),
      html_url,
      description: typeof description === 'string' ? description.slice(0, maxLength.description).toWellFormed() : undefined,
      stargazers_count: toCount(stargazers_count),
      watchers_count: toCount(watchers_count),
      forks_count: toCount(forks_count),
    }));
}

const toCount = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : 0);

const isRepository = (item: unknown): item is Repository => {
  const { id, name, html_url } = (item ?? {}) as Partial<Repository>;
  if (!Number.isSafeInteger(id) || typeof name !== 'string' || typeof html_url !== 'string' || html_url.length > maxLength.address)
    return false;
  return /^https?:$/.test(URL.parse(html_url)?.protocol ?? '');
};
