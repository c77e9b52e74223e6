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

/** A new entry. */
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

/** The dates from the file, and the dates that the profile will show if the file's are less precise. */
export function Dates({ of: { startDate, endDate, from, to, current } }: { of: Dated }) {
  const whole = startDate === from && (endDate ?? to) === to;
  return (
    <span className="muted tabular-nums">
      {whole ? (
        <Period from={from} to={to} />
      ) : (
        <>
          {startDate} – {endDate ?? (current ? 'now' : 'no end date')}, shown as <Period from={from} to={to} />
        </>
      )}
    </span>
  );
}
