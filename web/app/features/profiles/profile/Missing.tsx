import { withoutHidden } from '@dev-connector/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { buttonClass } from '../../../ui/Button';
import { lazyPart } from '../../../ui/lazy-part';
import { Screen } from '../../../ui/Screen';
import { useSession, useToken } from '../../accounts/session/session';
import { PublicItem } from '../../posts/public/PublicItem';
import { type ListedPost, publicPostsQuery } from '../../posts/public/public-queries';
import { ownProfileQuery, profileQuery } from '../profile-queries';

const PostsWithoutProfile = lazyPart(async () => (await import('../posts/PostsWithoutProfile')).PostsWithoutProfile);

/** Tells whether a text in an address can be an id. The API refuses others. */
const isId = (text: string): boolean => /^[\da-f-]{36}$/.test(text);

interface MissingProps {
  /** Of the user, or `@` and the handle. */
  id: string;
  /** Document title, unless the server has set it. */
  title: string | undefined;
}

/** Screen of a member without a profile, with their public posts for visitors, and of an account that does not exist. */
export function Missing({ id, title }: MissingProps) {
  const token = useToken();
  const { account } = useSession();
  const cursor = useSearchParams()[0].get('cursor') ?? undefined;
  const { data } = useQuery({ ...publicPostsQuery({ author: id, cursor }), enabled: token === null && isId(id) });
  const author = data?.posts[0]?.author.name;
  if (account && (account._id === id || `@${account.handle}`.toLowerCase() === id.toLowerCase()))
    return <OwnMissing userId={account._id} id={id} title={title} />;
  return (
    <Screen
      title={title && (author ? withoutHidden(author) : title)}
      heading={author ? withoutHidden(author) : 'Profile not found'}
      lead={`This member has no profile yet${author ? '.' : ', or the account no longer exists.'}`}
      width="reading"
    >
      <Link to="/dev/profiles" className="btn btn-primary self-start">
        Back to Profiles
      </Link>
      {token && isId(id) && <PostsWithoutProfile id={id} />}
      {!token && author && <PublicPosts posts={data.posts} next={data.next} />}
    </Screen>
  );
}

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
