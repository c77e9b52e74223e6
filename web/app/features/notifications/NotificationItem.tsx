import { type Notification, type NotificationKind, postPath, withoutHidden } from '@dev-connector/contract';
import { AtSign, Heart, MessageSquare, UserPlus } from 'lucide-react';
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
};

/** A notification. The whole row links to what it is about. */
export function NotificationItem({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { actors, post, comment, read, date, kind } = notification;
  const [first] = actors;
  const heading = post?.title ?? post?.excerpt;
  return (
    <li className="notification group" data-unread={!read || undefined}>
      <div className="relative shrink-0">
        {first && <Avatar src={first.avatar} size={40} lazy />}
        <span aria-hidden className="notification-kind">
          {icons[kind]}
        </span>
      </div>
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">
          <Link
            to={pathOf(notification)}
            className="after:absolute after:inset-0 group-hover:underline"
            onClick={onOpen}
            onAuxClick={onOpen}
          >
            {!read && <span className="sr-only">Unread: </span>}
            <Actors notification={notification} /> {actionOf(notification)}
            {kind !== 'follow' && heading && (
              <>
                {' '}
                <span className="font-medium">
                  <UserText text={heading} />
                </span>
              </>
            )}
          </Link>{' '}
          <span className="whitespace-nowrap text-muted text-sm">
            · <Time date={date} />
          </span>
        </p>
        {comment?.excerpt && (
          <p className="line-clamp-2 wrap-anywhere text-muted">
            <UserText text={comment.excerpt} />
          </p>
        )}
      </div>
    </li>
  );
}

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

function actionOf({ kind, post, comment }: Notification): string {
  const whose = post?.isOwn ? 'your post' : 'the post';
  if (kind === 'follow') return 'followed you';
  if (kind === 'like') return comment ? `liked your comment on ${whose}` : `liked ${whose}`;
  if (kind === 'mention') return comment ? `mentioned you in a comment on ${whose}` : 'mentioned you in the post';
  if (kind === 'comment') return `commented on ${whose}`;
  return comment?.isReply ? `replied to your comment on ${whose}` : `commented on ${whose}`;
}

function pathOf({ kind, post, comment, actors }: Notification): string {
  if (kind === 'follow' || !post) return `/dev/profile/${actors[0]?._id}`;
  return postPath(post) + (comment ? `#comment-${comment._id}` : '');
}
