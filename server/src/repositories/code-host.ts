import type { Repository } from '@dev-connector/contract';
import type { FastifyBaseLogger } from 'fastify';
import { Failure, RateLimited } from '../errors.ts';

const sizeLimit = 1024 * 1024; // bytes
const freshFor = 10 * 60 * 1000; // ms
/** After a failure the host is left alone for a name that it has answered before. */
const leftAloneFor = 60 * 1000; // ms
const namesKept = 1000;
const askedAtOnce = 20;
const newest = 5;
/** Longer than GitHub allows; another code host's texts are cut, its addresses left out. */
const longest = { name: 200, address: 500, description: 500 };

export interface CodeHostOptions {
  url: string;
  token?: string | undefined;
  /** Milliseconds that one request may take. */
  timeLimit?: number;
  /** The clock, in milliseconds. */
  now?: () => number;
  /** Hears of failures that no caller sees, because there was a good answer from before. */
  log?: Pick<FastifyBaseLogger, 'warn'> | undefined;
}

interface Answer {
  repositories: Repository[] | undefined; // undefined: the code host knows no such user
  until: number;
}

/**
 * Asks the code host (GitHub's REST API) for a user's newest repositories.
 *
 * Answers are kept ten minutes, one request a name is in flight at a time, and while the host fails the last good answer is given,
 * without asking again for a minute. The name has been matched against the host's own rule (contract/src/repositories.ts), so it cannot leave the `users` path. `admit` is asked before the host is, and may throw.
 */
export function codeHost({
  url,
  token,
  timeLimit = 5000,
  now = Date.now,
  log,
}: CodeHostOptions): (username: string, admit?: () => Promise<void>) => Promise<Repository[]> {
  const kept = new Map<string, Answer>();
  const inFlight = new Map<string, Promise<Answer>>();

  return async (username, admit) => {
    const name = username.toLowerCase();
    const last = kept.get(name);
    const answer =
      last && last.until > now()
        ? last
        : await ask(name, admit).catch((failure) => {
            if (!last?.repositories) throw failure;
            if (!(failure instanceof RateLimited)) {
              last.until = now() + leftAloneFor;
              log?.warn({ err: failure }, 'the code host fails; its last good answer is given');
            }
            return last;
          });
    if (!answer.repositories) throw new Failure('githubNotFound');
    return answer.repositories;
  };

  async function ask(name: string, admit: (() => Promise<void>) | undefined): Promise<Answer> {
    if (!inFlight.has(name)) await admit?.();
    const under = inFlight.get(name);
    if (under) return under;
    if (inFlight.size >= askedAtOnce) throw new Failure('unavailable');
    const asked = fetchRepositories({ url, token, timeLimit }, name)
      .then((repositories) => keep(name, repositories))
      .finally(() => inFlight.delete(name));
    inFlight.set(name, asked);
    return asked;
  }

  function keep(name: string, repositories: Repository[] | undefined): Answer {
    const answer = { repositories, until: now() + freshFor };
    kept.delete(name);
    kept.set(name, answer);
    if (kept.size > namesKept) kept.delete(kept.keys().next().value as string); // the one kept longest
    return answer;
  }
}

/** `why` is for the log. */
const failed = (why: string) => new Failure('githubFailed', { cause: new Error(why) });

async function fetchRepositories(
  { url, token, timeLimit }: CodeHostOptions & { timeLimit: number },
  name: string,
): Promise<Repository[] | undefined> {
  const signal = AbortSignal.timeout(timeLimit);
  try {
    const response = await fetch(`${url}/users/${name}/repos?per_page=${newest}&sort=created&direction=desc`, {
      redirect: 'error',
      signal,
      headers: { accept: 'application/vnd.github+json', 'user-agent': 'dev-connector', ...(token && { authorization: `Bearer ${token}` }) },
    });
    if (!response.ok) {
      await response.body?.cancel(); // unread, it would hold its connection
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
  if (!Array.isArray(body)) throw failed('the answer is no list');
  return body
    .filter(isRepository)
    .slice(0, newest)
    .map(({ name, html_url, description, stargazers_count, watchers_count, forks_count }) => ({
      name: name.slice(0, longest.name).toWellFormed(),
      html_url,
      description: typeof description === 'string' ? description.slice(0, longest.description).toWellFormed() : undefined,
      stargazers_count: toCount(stargazers_count),
      watchers_count: toCount(watchers_count),
      forks_count: toCount(forks_count),
    }));
}

const toCount = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : 0);

const isRepository = (item: unknown): item is Repository => {
  const { name, html_url } = (item ?? {}) as Partial<Repository>;
  if (typeof name !== 'string' || typeof html_url !== 'string' || html_url.length > longest.address) return false;
  return /^https?:$/.test(URL.parse(html_url)?.protocol ?? '');
};
