import { Period } from '../../ui/dates';
import { type Choice, LongText, Part } from './Part';

interface DatedEntry {
  startDate: string;
  endDate?: string | undefined;
  from: string;
  to?: string | undefined;
  current: boolean;
}

interface EntryPartProps extends Choice {
  name: string;
  entry: DatedEntry & { location?: string | undefined; fieldofstudy?: string | undefined; description?: string | undefined };
}

/** A new entry. */
export function EntryPart({ name, entry, ...choice }: EntryPartProps) {
  const { location, fieldofstudy, description } = entry;
  const place = [fieldofstudy, location].filter(Boolean).join(' · ');
  return (
    <Part name={name} {...choice}>
      <Dates entry={entry} />
      {place && <span className="wrap-anywhere">{place}</span>}
      {description && <LongText>{description}</LongText>}
    </Part>
  );
}

/** The dates from the file, and the dates that the profile will show if the file's are less precise. */
export function Dates({ entry: { startDate, endDate, from, to, current } }: { entry: DatedEntry }) {
  const exact = startDate === from && (endDate ?? to) === to;
  return (
    <span className="muted tabular-nums">
      {exact ? (
        <Period from={from} to={to} />
      ) : (
        <>
          {startDate} – {endDate ?? (current ? 'now' : 'no end date')}, shown as <Period from={from} to={to} />
        </>
      )}
    </span>
  );
}
