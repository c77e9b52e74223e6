import { type Notification, type NotificationKind, postPath, tagPath, withoutHidden } from '@dev-connector/contract';
import { AtSign, Heart, MessageSquare, PenLine, ShieldCheck, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { Time } from '../../ui/dates';
import { formatNumber } from '../../ui/numbers';
import { UserText } from '../../ui/UserText';

/** What happened, for those who look at the pictures first. */
const icons: Record<NotificationKind, ReactNode> = {
  reply: <MessageSquare />,
  comment: <MessageSquare />,
  mention: <AtSign />,
  follow: <UserPlus />,
  like: <Heart className="fill-current" />,
  post: <PenLine />,
  signIn: <ShieldCheck />,
  security: <ShieldCheck />,
};

/** A notification. The whole row links to what it is about. */
export function NotificationItem({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { actors, post, comment, read, date, kind } = notification;
  const [first] = actors;
  const heading = post?.title ?? post?.excerpt;
  const ofAccount = accountEvents[notification.change ?? kind];
  return (
    <li className="notification group" data-unread={!read || undefined}>
      <div className="relative shrink-0">
        {first && <Avatar src={first.avatar} size={40} lazy />}
        <span aria-hidden className="notification-kind">
          {icons[kind]}
        </span>
      </div>
      <div className="min-w-0 grow">
        <div className="flex items-baseline gap-3">
          <p className="wrap-anywhere min-w-0 grow">
            <Link
              to={pathOf(notification)}
              className="after:absolute after:inset-0 group-hover:underline"
              onClick={onOpen}
              onAuxClick={onOpen}
            >
              {!read && <span className="sr-only">Unread: </span>}
              {ofAccount?.text ?? (
                <>
                  <Actors notification={notification} /> {actionOf(notification)}
                </>
              )}
              {heading && (
                <>
                  {' '}
                  <span className="line-clamp-2 font-medium">
                    <UserText text={heading} />
                  </span>
                </>
              )}
            </Link>
          </p>{' '}
          <span className="shrink-0 text-muted text-sm">
            <Time date={date} />
          </span>
        </div>
        {comment?.excerpt && (
          <p className="line-clamp-2 wrap-anywhere text-muted">
            <UserText text={comment.excerpt} />
          </p>
        )}
        {ofAccount && <p className="text-muted">{ofAccount.advice}</p>}
      </div>
    </li>
  );
}

const stranger = 'If this was not you, change your password.';

/** What happened to the viewer's account, and where to act. */
const accountEvents: Partial<Record<string, { text: string; to: string; advice: string }>> = {
  signIn: { text: 'Your account was used on a new device', to: '#sessions', advice: stranger },
  password: { text: 'Your password was changed', to: '#password', advice: 'If this was not you, reset your password.' },
  email: { text: 'Your e-mail address was changed', to: '#name', advice: stranger },
  handle: { text: 'Your handle was changed', to: '#name', advice: stranger },
  export: { text: 'Your data was downloaded', to: '#sessions', advice: stranger },
};

/** The names: `Ada`, `Ada and Grace`, `Ada and 4 others`. */
function Actors({ notification: { actors, others } }: { notification: Notification }): ReactNode {
  const [first, second] = actors;
  const rest = others + (second && others > 0 ? 1 : 0);
  return (
    <>
      <Name name={first?.name} />
      {second && others === 0 && (
        <>
          {' and '}
          <Name name={second.name} />
        </>
      )}
      {rest > 0 && ` and ${formatNumber(rest)} ${rest === 1 ? 'other' : 'others'}`}
    </>
  );
}

const Name = ({ name = '' }: { name: string | undefined }) => (
  <span className="font-semibold">
    <UserText text={withoutHidden(name)} />
  </span>
);

function actionOf({ kind, post, comment, posts = 1, tag }: Notification): string {
  const whose = post?.isOwn ? 'your post' : 'the post';
  if (kind === 'follow') return 'followed you';
  if (kind === 'like') return comment ? `liked your comment on ${whose}` : `liked ${whose}`;
  if (kind === 'post') {
    const where = tag === undefined ? '' : ` in #${tag}`;
    return posts === 1 ? `wrote a post${where}` : `wrote the newest of ${formatNumber(posts)} posts${where}`;
  }
  if (kind === 'mention') return comment ? `mentioned you in a comment on ${whose}` : 'mentioned you in the post';
  if (kind === 'comment') return `commented on ${whose}`;
  return comment?.isReply ? `replied to your comment on ${whose}` : `commented on ${whose}`;
}

function pathOf({ kind, post, comment, actors, change, posts = 1, tag }: Notification): string {
  const ofAccount = accountEvents[change ?? kind];
  if (ofAccount) return `/dev/account${ofAccount.to}`;
  if (kind === 'follow' || !post) return `/dev/profile/${actors[0]?._id}`;
  if (posts > 1) return tag === undefined ? `/dev/profile/${actors[0]?._id}/posts` : tagPath(tag);
  return postPath(post) + (comment ? `#comment-${comment._id}` : '');
}
