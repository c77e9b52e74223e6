import type { Repository } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { Eye, GitFork, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { statusOf } from '../../../api/client';
import { ActionFailure } from '../../../feedback/ActionFailure';
import { Button } from '../../../ui/Button';
import { formatNumber } from '../../../ui/numbers';
import { Placeholder } from '../../../ui/states/Skeleton';
import { UserText } from '../../../ui/UserText';
import { WebLink } from '../../../ui/WebLink';
import { repositoriesQuery } from '../profile-queries';
import { Part } from './Part';

/** Maximum number of repositories that the server lists. */
const listed = 5;

/** Whether a profile shows repositories: undefined for others until they load. Where there are none, only the owner of the profile sees the section. */
export function useHasRepositories(username: string | undefined, isOwn: boolean): boolean | undefined {
  const { data, error } = useQuery({ ...repositoriesQuery(username ?? ''), enabled: username !== undefined });
  if (username === undefined || isOwn) return isOwn && username !== undefined;
  return data ? data.length > 0 : error ? statusOf(error) !== 404 : undefined;
}

/** The newest repositories on the code host, loaded separately so that a slow or failing code host does not affect the profile. */
export const Repositories = ({ username }: { username: string }) => (
  <Part id="repositories" heading="Github Repos">
    <RepositoryList username={username} />
  </Part>
);

function RepositoryList({ username }: { username: string }) {
  const { data, error, refetch } = useQuery(repositoriesQuery(username));
  if (data?.length === 0) return <p className="text-muted">No repositories yet</p>;
  if (data)
    return (
      <ul className="list -my-3">
        {data.map((repository) => (
          <Entry key={repository.html_url} repository={repository} />
        ))}
      </ul>
    );
  if (!error)
    return (
      <>
        <noscript>
          <p className="text-muted">Github is slow to respond, and waiting for it needs JavaScript. Reload the page to try again.</p>
        </noscript>
        <RepositorySkeletons />
      </>
    );
  if (statusOf(error) === 404) return <p className="text-muted">No Github profile found</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <ActionFailure message="Failed to load profile" error={error} reason={statusOf(error) ? error.message : undefined} />
      <Button size="sm" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}

/** Five repositories as `Entry` shows them, with a description of one line. */
const RepositorySkeletons = () => (
  <Placeholder>
    <div aria-hidden className="list -my-3">
      {Array.from({ length: listed }, (_, index) => (
        <div key={index} className="flex flex-col gap-1 py-3">
          <div>
            <div className="flex h-[1lh] items-center">
              <div className="skeleton h-3 w-40 max-w-full" />
            </div>
            <div className="flex h-[1lh] items-center">
              <div className="skeleton h-3 w-72 max-w-full" />
            </div>
          </div>
          <div className="flex h-[1lh] items-center text-sm sm:hidden">
            <div className="skeleton h-3 w-24" />
          </div>
        </div>
      ))}
    </div>
  </Placeholder>
);

function Entry({ repository: { name, html_url, description, stargazers_count, watchers_count, forks_count } }: { repository: Repository }) {
  return (
    <li className="group relative flex flex-col gap-x-8 gap-y-1 py-3 sm:flex-row sm:items-start sm:justify-between">
      <div className="min-w-0">
        <h3 className="wrap-anywhere font-medium">
          <WebLink href={html_url} className="text-accent after:absolute after:inset-0 group-hover:underline">
            <UserText text={name} />
          </WebLink>
        </h3>
        {description && (
          <p className="wrap-anywhere line-clamp-2 max-w-2xl text-muted">
            <UserText text={description} />
          </p>
        )}
      </div>
      <ul className="flex shrink-0 gap-x-4 text-muted text-sm tabular-nums sm:pt-px">
        <Count name="Stars" number={stargazers_count} icon={<Star />} />
        <Count name="Watchers" number={watchers_count} icon={<Eye />} />
        <Count name="Forks" number={forks_count} icon={<GitFork />} />
      </ul>
    </li>
  );
}

const Count = ({ name, number, icon }: { name: string; number: number; icon: ReactNode }) => (
  <li title={name} className="flex items-center gap-1 [&>.lucide]:size-3.5">
    {icon}
    <span>
      <span className="sr-only">{name}: </span>
      {formatNumber(number)}
    </span>
  </li>
);
