import { Period, type PeriodDates } from '../../../ui/profile/Period';
import { type Choice, ImportItem, LongText } from './ImportItem';

interface DatedEntry extends PeriodDates {
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

/** The dates as the profile will show them. Only a missing end date needs an explanation. */
export const Dates = ({ entry }: { entry: DatedEntry }) => (
  <span className="text-muted tabular-nums">
    <Period {...entry} />
    {!entry.to && !entry.current && ' (the file has no end date)'}
  </span>
);
