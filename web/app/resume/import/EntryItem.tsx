import { Period } from '../../ui/dates';
import { type Choice, ImportItem, LongText } from './ImportItem';

interface DatedEntry {
  startDate: string;
  endDate?: string | undefined;
  from: string;
  to?: string | undefined;
  current: boolean;
}

interface EntryItemProps extends Choice {
  name: string;
  entry: DatedEntry & { location?: string | undefined; fieldofstudy?: string | undefined; description?: string | undefined };
}

/** A new entry. */
export function EntryItem({ name, entry, ...choice }: EntryItemProps) {
  const { location, fieldofstudy, description } = entry;
  const place = [fieldofstudy, location].filter(Boolean).join(' · ');
  return (
    <ImportItem name={name} {...choice}>
      <Dates entry={entry} />
      {place && <span className="wrap-anywhere">{place}</span>}
      {description && <LongText>{description}</LongText>}
    </ImportItem>
  );
}

/** The dates from the file, and the dates that the profile will show if the file's are less precise. */
export function Dates({ entry: { startDate, endDate, from, to, current } }: { entry: DatedEntry }) {
  const exact = startDate === from && (endDate ?? to) === to;
  return (
    <span className="text-muted tabular-nums">
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
