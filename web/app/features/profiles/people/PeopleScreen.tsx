import type { Person } from '@dev-connector/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft, EyeOff, UsersRound } from 'lucide-react';
import { Link } from 'react-router';
import { statusOf } from '../../../api/client';
import { Loading } from '../../../feedback/Loading';
import { NextPage } from '../../../feedback/NextPage';
import { Position } from '../../../ui/profile/Position';
import { Screen } from '../../../ui/Screen';
import { EmptyState } from '../../../ui/states/EmptyState';
import { Skeletons } from '../../../ui/states/Skeleton';
import { TabLinks } from '../../../ui/TabLinks';
import { UserText } from '../../../ui/UserText';
import { useSession } from '../../accounts/session/session';
import { FollowedFeeds } from '../../follows/FollowedFeeds';
import { FollowPerson } from '../../follows/FollowPerson';
import { type ListOfPeople, peopleQuery } from '../../follows/follow-queries';
import { PersonRow } from '../../follows/PersonRow';
import { memberQuery } from '../profile-queries';

const empty = { followers: 'No followers yet', following: 'Not following anyone yet' };

/** The followers of a member, or those whom the member follows. */
export function PeopleScreen({ id, list }: { id: string; list: ListOfPeople }) {
  const { data: member } = useQuery(memberQuery(id));
  const { account } = useSession();
  return (
    <Screen width="reading">
      <div>
        <Link to={`/dev/profile/${id}`} className="tap link-quiet mb-3 inline-flex items-center gap-1.5 text-muted hover:text-ink">
          <ArrowLeft />
          {member ? <UserText as="span" className="wrap-anywhere" text={member.name} /> : 'Profile'}
        </Link>
        <h1 className="font-semibold text-xl">{list === 'followers' ? 'Followers' : 'Following'}</h1>
      </div>
      <TabLinks
        label="People"
        links={[
          { to: `/dev/profile/${id}/followers`, label: 'Followers' },
          { to: `/dev/profile/${id}/following`, label: 'Following' },
        ]}
      />
      {list === 'following' && account?._id === id && <FollowedFeeds />}
      <People key={`${id} ${list}`} id={id} list={list} />
    </Screen>
  );
}

function People({ id, list }: { id: string; list: ListOfPeople }) {
  const query = useInfiniteQuery(peopleQuery(id, list));
  if (statusOf(query.error) === 403)
    return (
      <EmptyState icon={<EyeOff />} title="This list is hidden">
        Only this member can see it.
      </EmptyState>
    );
  if (statusOf(query.error) === 404)
    return (
      <EmptyState icon={<UsersRound />} title="Member not found">
        The account no longer exists.
      </EmptyState>
    );
  if (!query.data) return <Loading query={query} message="Failed to load the list" placeholder={<Skeletons count={5} />} />;
  const people = query.data.pages.flatMap(({ data }) => data);
  if (people.length === 0 && !query.hasNextPage) return <EmptyState icon={<UsersRound />} title={empty[list]} />;
  return (
    <div>
      <ul className="list -mt-3">
        {people.map((person) => (
          <PersonItem key={person.user._id} person={person} />
        ))}
      </ul>
      <NextPage query={query} />
    </div>
  );
}

const PersonItem = ({ person: { user, profile, viewer } }: { person: Person }) => (
  <li>
    <PersonRow user={user} action={<FollowPerson user={user} following={viewer.following} />}>
      <p className="truncate text-muted text-sm">
        {user.handle && `@${user.handle}`}
        {user.handle && profile && ' · '}
        {profile && (profile.headline ? <UserText text={profile.headline} /> : <Position profile={profile} />)}
      </p>
    </PersonRow>
  </li>
);
