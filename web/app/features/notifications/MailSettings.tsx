import { awayDays, digestHour, type MailFrequency, mailFrequencies } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '../../feedback/Loading';
import { Select } from '../../ui/fields/Field';
import { useSession } from '../accounts/session/session';
import { mailQuery, useMailSettings } from './mail-queries';

const labels: Record<MailFrequency, string> = {
  now: 'At once, one e-mail per discussion and hour',
  daily: `Once a day, at ${digestHour}:00`,
  weekly: `Once a week, on Mondays at ${digestHour}:00`,
  off: 'Never',
};

const isDigest = (frequency: MailFrequency) => frequency === 'daily' || frequency === 'weekly';

/** When notifications are mailed. */
export function MailSettings() {
  const { account } = useSession();
  const query = useQuery({ ...mailQuery, retryOnMount: false });
  const change = useMailSettings();
  if (!query.data) return <Loading query={query} message="Your e-mail settings could not be loaded" />;
  const { frequency, timeZone } = query.data;
  const zones = Intl.supportedValuesOf('timeZone');
  const changeFrequency = (next: MailFrequency) => {
    change({ frequency: next });
    // A change of its own: the server may not know the time zone of a new browser.
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const isUnset = timeZone === 'UTC' && own !== 'UTC' && !isDigest(frequency);
    if (isUnset && isDigest(next) && zones.includes(own)) change({ timeZone: own });
  };
  return (
    <>
      <Select
        name="frequency"
        label="E-mails about notifications"
        value={frequency}
        hint={
          account?.emailVerified
            ? `Only what you have not read here. After ${awayDays} days without a visit, e-mails stop until you sign in.`
            : 'Confirm your e-mail address to receive them.'
        }
        onChange={({ currentTarget }) => changeFrequency(currentTarget.value as MailFrequency)}
      >
        {mailFrequencies.map((value) => (
          <option key={value} value={value}>
            {labels[value]}
          </option>
        ))}
      </Select>
      {isDigest(frequency) && (
        <Select
          name="timeZone"
          label="Time zone"
          value={timeZone}
          onChange={({ currentTarget }) => change({ timeZone: currentTarget.value })}
        >
          {[...new Set([timeZone, ...zones])].toSorted().map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      )}
    </>
  );
}
