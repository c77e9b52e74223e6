import { Period } from '../../ui/dates';
import { type Choice, LongText, Part } from './Part';

interface Dated {
  startDate: string;
  endDate?: string | undefined;
  from: string;
  to?: string | undefined;
  current: boolean;
}

interface EntryPartProps extends Choice {
  name: string;
  entry: Dated & { location?: string | undefined; fieldofstudy?: string | undefined; description?: string | undefined };
}

/** An entry that would be added. */
export function EntryPart({ name, entry, ...choice }: EntryPartProps) {
  const { location, fieldofstudy, description } = entry;
  const place = [fieldofstudy, location].filter(Boolean).join(' · ');
  return (
    <Part name={name} {...choice}>
      <Dates of={entry} />
      {place && <span className="wrap-anywhere">{place}</span>}
      {description && <LongText>{description}</LongText>}
    </Part>
  );
}

/** As the file says it; where that is no whole day, also as the network shows it. */
export function Dates({ of: { startDate, endDate, from, to, current } }: { of: Dated }) {
  const whole = startDate === from && (endDate ?? to) === to;
  return (
    <span className="muted tabular-nums">
      {whole ? (
        <Period from={from} to={to} />
      ) : (
        <>
          {startDate} – {endDate ?? (current ? 'now' : 'no end')}, shown as <Period from={from} to={to} />
        </>
      )}
    </span>
  );
}
