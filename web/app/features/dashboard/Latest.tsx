import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { useNotDeleted } from '../../api/pending-deletions';
import { Avatar } from '../../ui/Avatar';
import { formatNumber } from '../../ui/numbers';
import { SkeletonText } from '../../ui/states/Skeleton';
import { UserText } from '../../ui/UserText';
import { bookmarksQuery } from '../bookmarks/bookmark-queries';
import { MyDrafts } from '../drafts/MyDrafts';
import { peopleQuery } from '../follows/follow-queries';
import { authorQuery } from '../posts/author/author-queries';
import { lineOf, linkOfRow, PostLine } from '../posts/PostLine';

/** Entries of each list. */
const shown = 3;

/** The member's drafts, newest posts, newest bookmarks and new followers. */
export const Latest = ({ accountId }: { accountId: string }) => (
  <>
    <MyDrafts accountId={accountId} />
    <Posts accountId={accountId} />
    <Bookmarks />
    <NewFollowers accountId={accountId} />
  </>
);

function Posts({ accountId }: { accountId: string }) {
  const { data, isError } = useInfiniteQuery(authorQuery(accountId));
  const isShown = useNotDeleted();
  const posts = data?.pages.flatMap((page) => page.data).filter(isShown);
  return (
    <Group
      heading="My latest posts"
      isLoaded={data !== undefined}
      isError={isError}
      more={{ label: 'All my posts', to: `/dev/profile/${accountId}/posts` }}
    >
      {posts?.slice(0, shown).map((post) => (
        <PostLine key={post._id} {...lineOf(post)}>
          {post.likeCount > 0 && ` · ${formatNumber(post.likeCount)} ${post.likeCount === 1 ? 'like' : 'likes'}`}
          {post.commentCount > 0 && ` · ${formatNumber(post.commentCount)} ${post.commentCount === 1 ? 'comment' : 'comments'}`}
        </PostLine>
      ))}
      {posts?.length === 0 && (
        <Note>
          You have not posted yet.{' '}
          <Link to="/dev/posts#new-post" className="link">
            Write a post
          </Link>
        </Note>
      )}
    </Group>
  );
}

function Bookmarks() {
  const { data, isError } = useInfiniteQuery(bookmarksQuery({ folder: '', q: '' }));
  const isShown = useNotDeleted();
  const posts = data?.pages.flatMap((page) => page.data).filter(isShown);
  return (
    <Group heading="Bookmarks" isLoaded={data !== undefined} isError={isError} more={{ label: 'My bookmarks', to: '/dev/bookmarks' }}>
      {posts?.slice(0, shown).map((post) => (
        <PostLine key={post._id} {...lineOf(post)}>
          {' · '}
          <UserText text={post.name} />
        </PostLine>
      ))}
      {posts?.length === 0 && <Note>Bookmark a post to find it here again.</Note>}
    </Group>
  );
}

const week = 7 * 24 * 60 * 60 * 1000;

function NewFollowers({ accountId }: { accountId: string }) {
  const { data, isError, hasNextPage } = useInfiniteQuery(peopleQuery(accountId, 'followers'));
  const listed = data?.pages.flatMap((page) => page.data);
  const followers = listed?.filter(({ followedAt }) => followedAt && Date.now() - Date.parse(followedAt) < week);
  const others = (followers?.length ?? 0) - shown;
  const mayBeMore = hasNextPage && followers?.length === listed?.length;
  return (
    <Group
      heading="Followers this week"
      isLoaded={data !== undefined}
      isError={isError}
      more={{ label: 'All followers', to: `/dev/profile/${accountId}/followers` }}
    >
      {followers?.slice(0, shown).map(({ user, profile }) => (
        <li key={user._id} className="group relative flex items-center gap-3 py-2.5">
          <Avatar src={user.avatar} size={32} lazy />
          <div className="min-w-0">
            <Link to={`/dev/profile/${user._id}`} className={linkOfRow}>
              <UserText text={user.name} />
            </Link>
            {profile && (
              <p className="truncate text-muted text-sm">
                <UserText text={profile.headline ?? profile.status} />
              </p>
            )}
          </div>
        </li>
      ))}
      {others > 0 && (
        <Note>
          and {formatNumber(others)}
          {mayBeMore && '+'} more
        </Note>
      )}
      {followers?.length === 0 && <Note>No new followers.</Note>}
    </Group>
  );
}

interface GroupProps {
  heading: string;
  more: { label: string; to: string };
  isLoaded: boolean;
  isError: boolean;
  /** Entries of a list. */
  children: ReactNode;
}

function Group({ heading, more, isLoaded, isError, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-semibold text-lg">
          {heading}
        </h2>
        <Link to={more.to} className="link tap inline-flex items-center text-sm">
          {more.label}
        </Link>
      </header>
      <div className="border-line border-y">
        {isLoaded ? (
          <ul className="list">{children}</ul>
        ) : (
          <div className="py-2.5">{isError ? <p className="text-muted">Could not be loaded.</p> : <SkeletonText />}</div>
        )}
      </div>
    </section>
  );
}

const Note = ({ children }: { children: ReactNode }) => <li className="py-2.5 text-muted">{children}</li>;
