import type { NotificationKind } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '../../feedback/Loading';
import { Checkbox } from '../../ui/fields/Field';
import { Section } from '../../ui/Section';
import { useSendsMail } from '../site/capabilities';
import { ChannelTable } from './ChannelTable';
import { MailSettings } from './MailSettings';
import { settingsQuery, useNotificationSettings } from './settings-queries';

const labels: Record<NotificationKind, string> = {
  reply: 'Comments on my posts and replies to my comments',
  comment: 'Other comments in discussions that I watch',
  mention: 'Mentions',
  follow: 'New followers',
  like: 'Likes',
  post: 'Posts by members and in tags that I follow',
  signIn: 'Sign-ins from a new device',
  security: 'Changes of my password, address or handle, and downloads of my data',
};

/** What the member is notified of, on the site and by e-mail. */
export function NotificationSettings() {
  const sendsMail = useSendsMail();
  return (
    <Section id="notifications" heading="Notifications" lead="You are not notified of what you mute.">
      <Kinds sendsMail={sendsMail} />
      {sendsMail && <MailSettings />}
    </Section>
  );
}

function Kinds({ sendsMail }: { sendsMail: boolean }) {
  const query = useQuery({ ...settingsQuery, retryOnMount: false });
  const change = useNotificationSettings();
  if (!query.data) return <Loading query={query} message="Your notification settings could not be loaded" />;
  if (sendsMail) return <ChannelTable settings={query.data} labels={labels} change={change} />;
  return (
    <div className="flex flex-col gap-2">
      {query.data.map(({ kind, site }) => (
        <Checkbox
          key={kind}
          name={`notify-${kind}`}
          label={labels[kind] ?? kind}
          checked={site}
          onChange={({ currentTarget }) => change([{ kind, site: currentTarget.checked }])}
        />
      ))}
    </div>
  );
}
