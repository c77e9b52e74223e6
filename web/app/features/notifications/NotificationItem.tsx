import { accountTextOf, actionOf, type Notification, type NotificationKind, notificationPath } from '@dev-connector/contract';
import { AtSign, Heart, MessageSquare, PenLine, ShieldCheck, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { Time } from '../../ui/dates';
import { formatNumber } from '../../ui/numbers';
import { UserText } from '../../ui/UserText';
import { useSession } from '../accounts/session/session';

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
  const { account } = useSession();
  const heading = post?.title ?? post?.excerpt;
  const ofAccount = accountTextOf(notification);
  return (
    <li className="notification group" data-unread={!read || undefined}>
      <div className="notification-actors">
        {actors.slice(0, 2).map(({ _id, avatar }) => (
          <Avatar key={_id} src={avatar} size={actors.length > 1 ? 28 : 40} lazy />
        ))}
        <span aria-hidden className="notification-kind">
          {icons[kind]}
        </span>
      </div>
      <div className="min-w-0 grow">
        <div className="flex items-baseline gap-3">
          <p className="wrap-anywhere min-w-0 grow">
            <Link
              to={notificationPath(notification, account?._id)}
              className="after:absolute after:inset-0 group-hover:underline"
              onClick={onOpen}
              onAuxClick={onOpen}
            >
              {!read && <span className="sr-only">Unread: </span>}
              {ofAccount ?? (
                <>
                  <Actors notification={notification} /> {actionOf(notification)}
                </>
              )}
              {heading && (
                <>
                  {' '}
                  <span className="line-clamp-2 sm:line-clamp-1">
                    <UserText text={heading} />
                  </span>
                </>
              )}
            </Link>
          </p>{' '}
          <span className="shrink-0 text-muted text-sm">
            <Time date={date} />
            {!read && <span aria-hidden className="notification-mark" />}
          </span>
        </div>
        {comment?.excerpt && (
          <p className="line-clamp-2 wrap-anywhere text-muted">
            <UserText text={comment.excerpt} />
          </p>
        )}
        {ofAccount && (
          <p className="text-muted">If this was not you, {notification.change === 'password' ? 'reset' : 'change'} your password.</p>
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
    <UserText text={name} />
  </span>
);
