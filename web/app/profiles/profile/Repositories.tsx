import type { Repository } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { statusOf } from '../../api/client';
import { ActionFailure } from '../../shell/feedback/ActionFailure';
import { Spinner } from '../../ui/Spinner';
import { UserText } from '../../ui/UserText';
import { WebLink } from '../../ui/WebLink';
import { repositoriesQuery } from '../profile-queries';

/** The newest repositories on the code host, loaded separately so that a slow or failing code host does not affect the profile. */
export function Repositories({ username }: { username: string }) {
  return (
    <section aria-labelledby="repositories" className="flex flex-col gap-3">
      <h2 id="repositories" className="font-semibold">
        Github Repos
      </h2>
      <RepositoryList username={username} />
    </section>
  );
}

function RepositoryList({ username }: { username: string }) {
  const { data, error, refetch } = useQuery(repositoriesQuery(username));
  if (data?.length === 0) return <p className="card text-muted px-6 py-4">No repositories yet</p>;
  if (data)
    return (
      <ul className="card divide-y divide-line">
        {data.map((repository) => (
          <Entry key={repository.html_url} repository={repository} />
        ))}
      </ul>
    );
  if (!error)
    return (
      <>
        <noscript>
          <p className="card text-muted px-6 py-4">
            Github is slow to respond, and waiting for it needs JavaScript. Reload the page to try again.
          </p>
        </noscript>
        <Spinner />
      </>
    );
  if (statusOf(error) === 404) return <p className="card text-muted px-6 py-4">No Github profile found</p>;
  return (
    <div className="card flex flex-wrap items-center justify-between gap-3 px-6 py-4">
      <ActionFailure message="Failed to load profile" error={error} />
      <button type="button" className="btn" onClick={() => void refetch()}>
        Try again
      </button>
    </div>
  );
}

function Entry({ repository: { name, html_url, description, stargazers_count, watchers_count, forks_count } }: { repository: Repository }) {
  return (
    <li className="flex flex-col gap-x-6 gap-y-2 px-6 py-4 sm:flex-row sm:items-start sm:justify-between">
      <div className="flex min-w-0 flex-col gap-1">
        <h3 className="wrap-anywhere font-medium">
          <WebLink href={html_url} className="link">
            <UserText text={name} />
          </WebLink>
        </h3>
        {description && <UserText as="p" className="prose-text text-sm" text={description} />}
      </div>
      <ul className="text-muted flex shrink-0 flex-wrap gap-x-4 text-sm tabular-nums">
        <li>Stars: {stargazers_count}</li>
        <li>Watchers: {watchers_count}</li>
        <li>Forks: {forks_count}</li>
      </ul>
    </li>
  );
}
