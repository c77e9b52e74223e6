import type { Repository } from '@dev-connector/contract';
import { Failure } from '../../platform/errors.ts';
import { fetchBytes, TimedOut } from '../../platform/http/fetch-bytes.ts';
import type { Settings } from '../../platform/settings.ts';

const maxBytes = 1024 * 1024;
const maxRepositories = 5;
/** Maximum lengths, above GitHub's limits. For other code hosts, longer texts are truncated and repositories with longer URLs are left out. */
const maxLength = { name: 200, address: 500, description: 500 };

/** `reason` is only logged. */
const failed = (reason: string) => new Failure('githubFailed', { cause: new Error(reason) });

/**
 * Fetches the newest repositories of a user from the code host (GitHub's REST API). Returns null for an unknown user. Throws `githubSlow` after `timeout` milliseconds, or `githubFailed`.
 * The schema in contract/src/repositories.ts restricts names, so they cannot escape the `users` path.
 */
export async function fetchRepositories(
  { githubApiUrl, githubToken }: Pick<Settings, 'githubApiUrl' | 'githubToken'>,
  username: string,
  timeout = 5000,
): Promise<Repository[] | null> {
  const url = `${githubApiUrl}/users/${username}/repos?per_page=${maxRepositories}&sort=created&direction=desc`;
  const headers = { accept: 'application/vnd.github+json', ...(githubToken && { authorization: `Bearer ${githubToken}` }) };
  try {
    const { status, body } = await fetchBytes(url, { headers, timeout, maxBytes });
    if (status === 404) return null;
    if (status < 200 || status > 299) throw failed(`the code host answered ${status}`);
    return toRepositories(JSON.parse(body.toString()));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(error instanceof TimedOut ? 'githubSlow' : 'githubFailed', { cause: error });
  }
}

function toRepositories(body: unknown): Repository[] {
  if (!Array.isArray(body)) throw failed('the response is not a list');
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
