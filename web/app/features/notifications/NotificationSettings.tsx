import type { NotificationKind } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '../../feedback/Loading';
import { Checkbox } from '../../ui/fields/Field';
import { Section } from '../../ui/Section';
import { settingsQuery, useNotificationSettings } from './settings-queries';

const labels: Record<NotificationKind, string> = {
  reply: 'Comments on my posts and replies to my comments',
  comment: 'Other comments in discussions that I watch',
  mention: 'Mentions',
  follow: 'New followers',
  like: 'Likes',
};

/** What the member is notified of on the site. */
export const NotificationSettings = () => (
  <Section id="notifications" heading="Notifications" lead="You are not notified of what you mute.">
    <Kinds />
  </Section>
);

function Kinds() {
  const query = useQuery({ ...settingsQuery, retryOnMount: false });
  const change = useNotificationSettings();
  if (!query.data) return <Loading query={query} message="Your notification settings could not be loaded" />;
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
