import { type Notification, postPath, type SecurityChange, withoutHidden } from '@dev-connector/contract';

/** Returns who did what, such as `Ada and 4 others liked your post`. */
export function sentenceOf(notification: Notification): string {
  const { kind, actors, others, post, comment, posts = 1, tag, change } = notification;
  if (kind === 'signIn') return 'Your account was used on a new device';
  if (kind === 'security') return changes[change ?? 'password'];
  const [first = '', second] = actors.map(({ name }) => withoutHidden(name));
  const rest = others + (second !== undefined && others > 0 ? 1 : 0);
  const who =
    second !== undefined && others === 0
      ? `${first} and ${second}`
      : rest > 0
        ? `${first} and ${rest} ${rest === 1 ? 'other' : 'others'}`
        : first;
  const whose = post?.isOwn ? 'your post' : 'a post';
  const actions: Record<string, string> = {
    reply: comment?.isReply ? 'replied to your comment' : `commented on ${whose}`,
    comment: `commented on ${whose}`,
    mention: comment ? 'mentioned you in a comment' : 'mentioned you in a post',
    follow: 'followed you',
    like: comment ? 'liked your comment' : `liked ${whose}`,
    post: (posts === 1 ? 'published a post' : `published the newest of ${posts} posts`) + (tag === undefined ? '' : ` in #${tag}`),
  };
  return `${who} ${actions[kind] ?? 'did something on the site'}`;
}

const changes: Record<SecurityChange, string> = {
  password: 'Your password was changed',
  email: 'Your e-mail address was changed',
  handle: 'Your handle was changed',
  export: 'Your data was downloaded',
};

/** The title or first line of the post that a notification is about. */
export const headlineOf = ({ post }: Notification): string | undefined => post && withoutHidden(post.title ?? post.excerpt);

/** The path of what a notification is about. */
export function pathOf({ kind, post, comment, actors }: Notification): string {
  if (kind === 'signIn' || kind === 'security') return '/dev/account';
  if (!post) return `/dev/profile/${actors[0]?._id}`;
  return postPath(post) + (comment ? `#comment-${comment._id}` : '');
}
