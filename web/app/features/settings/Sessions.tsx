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
import { useSignOut } from './leave-session';
import { describeUserAgent } from './user-agent';

/** Lists the member's sessions, with buttons to end one session or all others. */
export function Sessions() {
  const query = useQuery({ ...sessionsQuery, retryOnMount: false });
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutateAsync: end } = useEndSessions();
  const signOutHere = useSignOut();

  async function endOne({ _id, current }: Session) {
    if (current) return signOutHere();
    await end(_id);
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
            {query.data.map((session) => (
              <Entry key={session._id} session={session} onEnd={() => endOne(session)} />
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

function Entry({ session, onEnd }: { session: Session; onEnd: () => Promise<void> }) {
  const id = useId();
  const { device, current, date, lastUsed } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0">
        <p id={id} className="wrap-anywhere flex flex-wrap items-baseline gap-x-2 font-medium">
          <UserText text={describeUserAgent(device)} />
          {current && <span className="chip">This device</span>}
        </p>
        <p className="text-muted text-sm">
          Last seen <Timestamp date={lastUsed} />
          <span className="max-sm:block">
            <span className="max-sm:hidden"> · </span>Signed in <Timestamp date={date} />
          </span>
        </p>
      </div>
      <PendingButton size="sm" describedBy={id} onPress={onEnd}>
        Sign out
      </PendingButton>
    </li>
  );
}
