import { readMember, withoutHidden } from '@dev-connector/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { statusOf } from '../../../api/client';
import { api } from '../../../api/queries';
import { Loading } from '../../../feedback/Loading';
import { buttonClass } from '../../../ui/Button';
import { lazyPart } from '../../../ui/lazy-part';
import { Screen } from '../../../ui/Screen';
import { Skeletons } from '../../../ui/states/Skeleton';
import { useSession, useToken } from '../../accounts/session/session';
import { PublicItem } from '../../posts/public/PublicItem';
import { type ListedPost, publicPostsQuery } from '../../posts/public/public-queries';
import { ownProfileQuery, profileQuery } from '../profile-queries';

const PostsWithoutProfile = lazyPart(async () => (await import('../posts/PostsWithoutProfile')).PostsWithoutProfile);

const notFound = 'Profile not found';

/** Whether a text in an address can name a member. The API refuses others: `idOrHandlePattern`, which the browser does not load. */
const isMember = (text: string): boolean => /^([\da-f-]{36}|@[\da-z](-?[\da-z])+)$/i.test(text);

const memberQuery = (userId: string) =>
  queryOptions({
    queryKey: ['member', userId],
    queryFn: async ({ signal }) => (await api(readMember, { params: { userId }, signal })).data,
  });

interface MissingProps {
  /** Of the user, or `@` and the handle. */
  id: string;
  /** Document title for visitors, unless the server has set it. */
  title: string | undefined;
}

/** Screen of a member without a profile, with their posts, and of an account that does not exist. */
export function Missing({ id, title }: MissingProps) {
  const token = useToken();
  const { account } = useSession();
  if (account && (account._id === id || `@${account.handle}`.toLowerCase() === id.toLowerCase()))
    return <OwnMissing userId={account._id} id={id} title={title} />;
  return token ? <ForMembers id={id} /> : <ForVisitors id={id} title={title} />;
}

/** Members see who it is, and all posts. */
function ForMembers({ id }: Pick<MissingProps, 'id'>) {
  const query = useQuery({ ...memberQuery(id), enabled: isMember(id) });
  const { data: member } = query;
  if (!member && isMember(id) && statusOf(query.error) !== 404)
    return (
      <Screen width="reading">
        <Loading query={query} message="Failed to load profile" placeholder={<Skeletons count={3} label="Loading profile…" />} />
      </Screen>
    );
  return (
    <Without name={member?.name} handle={member?.handle} title={member?.name ?? notFound}>
      {member && <PostsWithoutProfile id={member._id} name={member.name} />}
    </Without>
  );
}

function ForVisitors({ id, title }: MissingProps) {
  const cursor = useSearchParams()[0].get('cursor') ?? undefined;
  const { data } = useQuery({ ...publicPostsQuery({ author: id, cursor }), enabled: useToken() === null && isMember(id) });
  const name = data?.posts[0]?.author.name;
  return (
    <Without name={name} title={title && (name ?? title)}>
      {name && <PublicPosts posts={data.posts} next={data.next} />}
    </Without>
  );
}

interface WithoutProps {
  /** Of the member, if the viewer may know that there is one. */
  name: string | undefined;
  handle?: string | undefined;
  title: string | undefined;
  children: ReactNode;
}

const Without = ({ name, handle, title, children }: WithoutProps) => (
  <Screen
    title={title && withoutHidden(title)}
    heading={name ? withoutHidden(name) : notFound}
    lead={`${handle ? `@${handle} · ` : ''}This member has no profile yet${name ? '.' : ', or the account no longer exists.'}`}
    width="reading"
  >
    <Link to="/dev/profiles" className="btn btn-primary self-start">
      Back to Profiles
    </Link>
    {children}
  </Screen>
);

/** The public posts of a member without a profile, for visitors. */
const PublicPosts = ({ posts, next }: { posts: ListedPost[]; next: string | undefined }) => (
  <section aria-label="Public posts" className="for-visitors">
    <ul className="list bleed border-line border-t">
      {posts.map((post, index) => (
        <li key={post.path}>
          <PublicItem post={post} isLazy={index > 5} />
        </li>
      ))}
    </ul>
    {next && (
      <Link to={`?${new URLSearchParams({ cursor: next })}`} rel="next" className={buttonClass()}>
        Older posts
      </Link>
    )}
  </section>
);

/** Offers the viewer to create their profile. Shows it as soon as it exists, also if it was created in another tab. */
function OwnMissing({ userId, id, title }: MissingProps & { userId: string }) {
  const queries = useQueryClient();
  const { data: profile } = useQuery({ ...ownProfileQuery, refetchOnWindowFocus: 'always' });
  useEffect(() => {
    if (profile) queries.setQueryData(profileQuery(id).queryKey, profile);
  }, [queries, id, profile]);
  return (
    <Screen
      title={title && 'You have no profile yet'}
      heading="You have no profile yet"
      lead="A profile gives you a public page and a résumé, and lets other members find you by your skills."
      width="reading"
    >
      <Link to="/dev/create-profile" className="btn btn-primary self-start">
        Create Profile
      </Link>
      <PostsWithoutProfile id={userId} />
    </Screen>
  );
}
