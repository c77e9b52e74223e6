import { useInfiniteQuery } from '@tanstack/react-query';
import { UserText } from '../../../ui/UserText';
import { AuthorPosts } from '../../posts/author/AuthorPosts';
import { authorQuery } from '../../posts/author/author-queries';

/** The posts of a member who has no profile, for members. Nothing on one's own page without posts, for which `name` is undefined. */
export function PostsWithoutProfile({ id, name: known }: { id: string; name?: string | undefined }) {
  const posts = useInfiniteQuery(authorQuery(id));
  const name = known ?? posts.data?.pages[0]?.data[0]?.name;
  if (!name) return null;
  return (
    <section className="flex max-w-[38rem] flex-col gap-4 border-line border-t pt-6">
      <h2 className="font-semibold text-lg">
        Posts by <UserText text={name} />
      </h2>
      <AuthorPosts id={id} name={name} />
    </section>
  );
}
