import { type Post, slugOf } from '@dev-connector/contract';

/** Address of a post's discussion, which ends with its title. */
export function postPath({ _id, title = '' }: Pick<Post, '_id' | 'title'>): string {
  const slug = slugOf(title);
  return `/dev/posts/${_id}${slug && `/${encodeURIComponent(slug)}`}`;
}
