import type { Post } from '@dev-connector/contract';
import { ListChunks } from '../../ui/lists/ListChunks';
import { useSession } from '../accounts/session/session';
import { PostCard } from './card/PostCard';
import { SeenLine } from './lazy-parts';

/** Estimated height of a post, in rem. */
const postHeight = 8.5;

/** Posts in pages, for a screen with `useFeedShortcuts`. `seen`: the newest post that the viewer has seen, below new ones. */
export function PostItems({ pages, label, seen }: { pages: Post[][]; label?: string; seen?: string | undefined }) {
  const { account } = useSession();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list element may not contain chunks
    <div role="list" aria-label={label} className="list bleed border-line border-t">
      {pages.map((posts, number) => (
        <ListChunks key={number} items={posts} estimate={postHeight}>
          {(post) => (
            <>
              {post._id === seen && <SeenLine />}
              <PostCard post={post} isOwn={post.user === account?._id} />
            </>
          )}
        </ListChunks>
      ))}
    </div>
  );
}
