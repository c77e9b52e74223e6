import type { Suggestion } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { UserText } from '../../ui/UserText';
import { FollowPerson } from './FollowPerson';
import { suggestionsQuery } from './follow-queries';

/** People whom the viewer may know, with the reasons, `without` the member who is shown already. Renders only when loaded, and nothing without suggestions. */
export function Suggestions({ count, without }: { count: number; without?: string | undefined }) {
  const id = useId();
  const people = (useQuery(suggestionsQuery).data ?? []).filter(({ user }) => user._id !== without);
  if (people.length === 0) return null;
  return (
    <section aria-labelledby={id} className="text-left text-sm">
      <h2 id={id} className="pb-3.5 font-medium">
        People you may know
      </h2>
      <ul className="flex flex-col gap-3">
        {people.slice(0, count).map((person) => (
          <Person key={person.user._id} person={person} />
        ))}
      </ul>
    </section>
  );
}

const Person = ({ person: { user, reason } }: { person: Suggestion }) => (
  <li className="flex items-start gap-3">
    <Avatar src={user.avatar} size={32} lazy />
    <div className="min-w-0 grow">
      <Link to={`/dev/profile/${user._id}`} prefetch="intent" className="link-quiet block truncate font-medium">
        <UserText text={user.name} />
      </Link>
      <p className="wrap-anywhere line-clamp-2 text-muted">
        <UserText text={reason} />
      </p>
    </div>
    <FollowPerson user={user} following={false} />
  </li>
);
