import type { Notification } from './notifications.ts';
import { postPath } from './shared/slug.ts';
import { describeUserAgent } from './shared/user-agent.ts';
import { tagPath } from './tags/tags.ts';

/* What notifications say, on the site and in mails, and where they lead. */

/** What happened to the viewer's account, by kind or change, and the section of the account where to act. */
const accountEvents: Partial<Record<string, { text: string; section: string }>> = {
  signIn: { text: 'Your account was used on a new device', section: 'sessions' },
  password: { text: 'Your password was changed', section: 'password' },
  email: { text: 'Your e-mail address was changed', section: 'name' },
  handle: { text: 'Your handle was changed', section: 'name' },
  export: { text: 'Your data was downloaded', section: 'sessions' },
};

const accountEventOf = ({ kind, change }: Notification) => accountEvents[change ?? kind];

/** Returns the text of a notification about the viewer's account. The others have actors and an action. */
export function accountTextOf(notification: Notification): string | undefined {
  const text = accountEventOf(notification)?.text;
  return text && notification.device ? `${text}: ${describeUserAgent(notification.device)}` : text;
}

/** Returns what the actors did, such as `liked your post`. */
export function actionOf({ kind, post, comment, posts = 1, tag }: Notification): string {
  const whose = post?.isOwn ? 'your post' : 'the post';
  if (kind === 'follow') return 'followed you';
  if (kind === 'like') return comment ? `liked your comment on ${whose}` : `liked ${whose}`;
  if (kind === 'post') {
    const where = tag === undefined ? '' : ` in #${tag}`;
    return posts === 1 ? `wrote a post${where}` : `wrote the newest of ${posts} posts${where}`;
  }
  if (kind === 'mention') return comment ? `mentioned you in a comment on ${whose}` : 'mentioned you in the post';
  return comment?.isReply ? `replied to your comment on ${whose}` : `commented on ${whose}`;
}

/** Returns the path of what a notification of the viewer is about. Without the viewer's id, the list of notifications stands for their followers. */
export function notificationPath(notification: Notification, viewerId: string | undefined): string {
  const { kind, post, comment, actors, others, posts = 1, tag } = notification;
  const ofAccount = accountEventOf(notification);
  if (ofAccount) return `/dev/account#${ofAccount.section}`;
  if (kind === 'follow' && actors.length + others > 1)
    return viewerId === undefined ? '/dev/notifications' : `/dev/profile/${viewerId}/followers`;
  if (kind === 'follow' || !post) return `/dev/profile/${actors[0]?._id}`;
  if (posts > 1) return tag === undefined ? `/dev/profile/${actors[0]?._id}/posts` : tagPath(tag);
  return postPath(post) + (comment ? `#comment-${comment._id}` : '');
}
