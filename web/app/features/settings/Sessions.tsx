import type { Session } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { Loading } from '../../feedback/Loading';
import { Timestamp } from '../../ui/dates';
import { PendingButton } from '../../ui/PendingButton';
import { Section } from '../../ui/Section';
import { SkeletonText } from '../../ui/states/Skeleton';
import { UserText } from '../../ui/UserText';
import { sessionsQuery, useEndSessions } from '../accounts/account-queries';
import { type Device, devicesOf } from './devices';
import { useSignOut } from './leave-session';

/** Lists the member's sessions by device, with buttons to end those of one device or all others. */
export function Sessions() {
  const query = useQuery({ ...sessionsQuery, retryOnMount: false });
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutateAsync: end } = useEndSessions();
  const signOutHere = useSignOut();

  async function endDevice(sessions: Session[]) {
    if (sessions[0]?.current) return signOutHere();
    for (const { _id } of sessions) await end(_id);
    heading.current?.focus(); // the focused button was removed
  }

  async function endOthers() {
    await end(undefined);
    heading.current?.focus();
  }

  return (
    <Section
      id="sessions"
      heading="Where you are signed in"
      headingRef={heading}
      lead="Don't recognise a device? Sign it out and change your password."
    >
      {query.data ? (
        <>
          <ul className="list">
            {devicesOf(query.data).map((device) => (
              <Entry key={device.sessions.at(-1)?._id} device={device} onEnd={() => endDevice(device.sessions)} />
            ))}
          </ul>
          {query.data.some(({ current }) => !current) && (
            <PendingButton className="self-start" onPress={endOthers}>
              Sign out everywhere else
            </PendingButton>
          )}
        </>
      ) : (
        <Loading query={query} message="Your sessions could not be loaded" placeholder={<SkeletonText lines={2} />} />
      )}
    </Section>
  );
}

function Entry({ device: { name, isCurrent, sessions, lastUsed }, onEnd }: { device: Device; onEnd: () => Promise<void> }) {
  const id = useId();
  const [newest] = sessions;
  const isGroup = sessions.length > 1;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0">
        <p id={id} className="wrap-anywhere flex flex-wrap items-baseline gap-x-2 font-medium">
          <UserText text={name} />
          {isCurrent && <span className="chip">This device</span>}
          {isGroup && <span className="chip tabular-nums">{sessions.length} sessions</span>}
        </p>
        <p className="text-muted text-sm">
          Last seen <Timestamp date={lastUsed} />
          {newest && (
            <span className="max-sm:block">
              <span className="max-sm:hidden"> · </span>
              {isGroup ? 'Last signed in ' : 'Signed in '}
              <Timestamp date={newest.date} />
            </span>
          )}
        </p>
      </div>
      <PendingButton size="sm" describedBy={id} onPress={onEnd}>
        {isGroup ? 'Sign out all of these' : 'Sign out'}
      </PendingButton>
    </li>
  );
}
