import { type Account, type Member, withoutHidden } from '@dev-connector/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { statusOf } from '../../../api/client';
import { Loading } from '../../../feedback/Loading';
import { buttonClass } from '../../../ui/Button';
import { lazyPart } from '../../../ui/lazy-part';
import { Screen } from '../../../ui/Screen';
import { UserText } from '../../../ui/UserText';
import { useSession, useToken } from '../../accounts/session/session';
import { PublicItem } from '../../posts/public/PublicItem';
import { publicPostsQuery } from '../../posts/public/public-queries';
import { memberQuery, ownProfileQuery, profileQuery } from '../profile-queries';
import { addressAfterChange } from './address';
import { BackToProfiles, Header } from './Header';
import { ProfileSkeleton } from './ProfileSkeleton';

const PostsWithoutProfile = lazyPart(async () => (await import('../posts/PostsWithoutProfile')).PostsWithoutProfile);
const ProfileActions = lazyPart(async () => (await import('../../follows/ProfileActions')).ProfileActions);

/** Whether a text in an address can name a member. The API refuses others: `idOrHandlePattern`, which the browser does not load. */
const isMember = (text: string): boolean => /^([\da-f-]{36}|@[\da-z](-?[\da-z])+)$/i.test(text);

interface MissingProps {
  /** Of the user, or `@` and the handle. */
  id: string;
  /** Whether the server has looked for the member, as a visitor. */
  wasLookedUp: boolean;
  /** Whether the server has set the document title, because visitors may see the member. */
  hasTitle: boolean;
}

/** Screen of a member without a profile, with their posts, and of an account that does not exist. */
export function Missing({ id, wasLookedUp, hasTitle }: MissingProps) {
  const token = useToken();
  const { account } = useSession();
  const location = useLocation();
  const query = useQuery({ ...memberQuery(id), enabled: isMember(id) && (!wasLookedUp || Boolean(token)) });
  const { data: member, error } = query;
  if (account && (account._id === id || `@${account.handle}`.toLowerCase() === id.toLowerCase()))
    return <OwnMissing account={account} id={id} hasTitle={hasTitle} />;
  if (member) {
    const moved = addressAfterChange(id, member, location);
    return moved ? <Navigate to={moved} replace /> : <WithoutProfile member={member} hasTitle={hasTitle} />;
  }
  if (query.isLoading || (error && ![401, 404].includes(statusOf(error) ?? 0)))
    return <Loading query={query} message="Failed to load profile" placeholder={<ProfileSkeleton />} />;
  return (
    <Screen
      title={wasLookedUp ? undefined : 'Profile not found'}
      heading="Profile not found"
      lead="No member has this address. The account may have been deleted."
      width="reading"
    >
      <Link to="/dev/profiles" className="btn btn-primary self-start">
        Back to Profiles
      </Link>
    </Screen>
  );
}

/** The name, handle and picture of a member, and the posts that the viewer may read. */
function WithoutProfile({ member, hasTitle }: { member: Member; hasTitle: boolean }) {
  const token = useToken();
  const { _id: id, name } = member;
  return (
    <Screen title={hasTitle ? undefined : withoutHidden(name)} width="wide">
      <BackToProfiles />
      <Header user={member}>{token && <ProfileActions id={id} name={name} />}</Header>
      <p className="text-muted">
        <UserText text={name} /> has not filled in a profile yet.
      </p>
      {token ? <PostsWithoutProfile id={id} name={name} /> : <PublicPosts id={id} name={name} />}
    </Screen>
  );
}

/** The public posts of a member without a profile, for visitors. */
function PublicPosts({ id, name }: { id: string; name: string }) {
  const cursor = useSearchParams()[0].get('cursor') ?? undefined;
  const { data } = useQuery({ ...publicPostsQuery({ author: id, cursor }), enabled: useToken() === null });
  if (!data || data.posts.length === 0) return null;
  return (
    <section className="for-visitors flex max-w-[38rem] flex-col gap-4 border-line border-t pt-6">
      <h2 className="font-semibold text-lg">
        Posts by <UserText text={name} />
      </h2>
      <ul className="list bleed">
        {data.posts.map((post, index) => (
          <li key={post.path}>
            <PublicItem post={post} isLazy={index > 5} />
          </li>
        ))}
      </ul>
      {data.next && (
        <Link to={`?${new URLSearchParams({ cursor: data.next })}`} rel="next" className={buttonClass('neutral', undefined, 'self-start')}>
          Older posts
        </Link>
      )}
    </section>
  );
}

const partsOfProfile = [
  { name: 'Your skills and role', to: '/dev/create-profile#skills', use: 'help other members find you' },
  { name: 'Experience and education', use: 'make a timeline and your résumé' }, // no link: an entry needs a profile
  { name: 'A JSON Resume', to: '/dev/create-profile#import', use: 'can be imported instead' },
];

/** Offers the viewer to create their profile. Shows it as soon as it exists, also if it was created in another tab. */
function OwnMissing({ account, id, hasTitle }: Omit<MissingProps, 'wasLookedUp'> & { account: Account }) {
  const queries = useQueryClient();
  const { data: profile } = useQuery({ ...ownProfileQuery, refetchOnWindowFocus: 'always' });
  useEffect(() => {
    if (profile) queries.setQueryData(profileQuery(id).queryKey, profile);
  }, [queries, id, profile]);
  return (
    <Screen title={hasTitle ? undefined : 'You have no profile yet'} width="wide">
      <BackToProfiles />
      <Header user={account}>{null}</Header>
      <section aria-labelledby="no-profile" className="card flex max-w-2xl flex-col items-start gap-3 p-5">
        <div>
          <h2 id="no-profile" className="font-semibold">
            You have no profile yet
          </h2>
          <p className="text-pretty text-muted">
            A profile gives you a public page and a résumé, and lets other members find you by your skills.
          </p>
        </div>
        <ul className="flex flex-col gap-1">
          {partsOfProfile.map(({ name, to, use }) => (
            <li key={name}>
              {to ? (
                <Link to={to} className="link">
                  {name}
                </Link>
              ) : (
                name
              )}{' '}
              <span className="text-muted">{use}</span>
            </li>
          ))}
        </ul>
        <Link to="/dev/create-profile" className="btn btn-primary">
          Create Profile
        </Link>
      </section>
      <PostsWithoutProfile id={account._id} />
    </Screen>
  );
}
