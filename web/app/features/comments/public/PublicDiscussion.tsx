import { useQueryClient } from '@tanstack/react-query';
import { postQuery } from '../../posts/post-queries';
import { PublicPost } from '../../posts/public/PublicPost';
import { PublicComments } from './PublicComments';
import { type PublicCommentPage, publicCommentsKey } from './public-comments';

/** A public post as visitors see it, with the comments that they may read. Only the server renders it, from what it has loaded. */
export function PublicDiscussion({ id }: { id: string }) {
  const queries = useQueryClient();
  const post = queries.getQueryData(postQuery(id).queryKey);
  const comments = queries.getQueryData<PublicCommentPage>(publicCommentsKey(id));
  if (!post) return null;
  return <PublicPost post={post}>{comments && comments.threads.length > 0 && <PublicComments page={comments} />}</PublicPost>;
}
