import { useInfiniteQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState } from '../../../ui/states/EmptyState';
import { UserText } from '../../../ui/UserText';
import { useSession } from '../../accounts/session/session';
import { useFeedShortcuts } from '../list-keys';
import { PostList } from '../PostList';
import { authorQuery, pinnedQuery } from './author-queries';

/** The pinned posts of a member, then the others, newest first. */
export function AuthorPosts({ id, name }: { id: string; name: string }) {
  useFeedShortcuts();
  const pinned = useInfiniteQuery(pinnedQuery(id));
  const list = useInfiniteQuery(authorQuery(id));
  const pins = new Set(pinned.data?.pages.flatMap((page) => page.data.map((post) => post._id)));
  if (pinned.isPending) return <PostList list={pinned} label="Pinned posts" empty={null} />;
  return (
    <div className="flex flex-col gap-8 [&_[role=list]]:border-t-0">
      {pins.size > 0 && (
        <section>
          <h2 className="pb-3 font-semibold">Pinned</h2>
          <PostList list={pinned} label="Pinned posts" empty={null} />
        </section>
      )}
      <section>
        <h2 className={pins.size > 0 ? 'pb-3 font-semibold' : 'sr-only'}>{pins.size > 0 ? 'More posts' : 'Posts'}</h2>
        <PostList
          list={list}
          label="Posts"
          filter={(post) => !pins.has(post._id)}
          empty={pins.size === 0 && <Empty id={id} name={name} />}
        />
      </section>
    </div>
  );
}

function Empty({ id, name }: { id: string; name: string }) {
  if (useSession().account?._id === id)
    return (
      <EmptyState
        icon={<MessagesSquare />}
        title="You have not posted yet"
        action={
          <Link to="/dev/posts#new-post" className="link">
            Write a post
          </Link>
        }
      />
    );
  return (
    <EmptyState icon={<MessagesSquare />} title="No posts yet">
      <UserText text={name} /> has not written anything here.
    </EmptyState>
  );
}
