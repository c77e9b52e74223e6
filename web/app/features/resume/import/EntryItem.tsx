import type { ReactNode } from 'react';
import { Period, type PeriodDates } from '../../../ui/profile/Period';
import { UserText } from '../../../ui/UserText';
import { type Choice, ImportItem, LongText } from './ImportItem';

interface DatedEntry extends PeriodDates {
  current: boolean;
}

interface EntryItemProps extends Choice {
  name: ReactNode;
  entry: DatedEntry & { location?: string | undefined; fieldofstudy?: string | undefined; description?: string | undefined };
}

/** A new entry. */
export function EntryItem({ name, entry, ...choice }: EntryItemProps) {
  const { location, fieldofstudy, description } = entry;
  const places = [fieldofstudy, location].filter(Boolean);
  return (
    <ImportItem name={name} {...choice}>
      <Dates entry={entry} />
      {places.length > 0 && (
        <span className="wrap-anywhere">
          {places.map((place = '', index) => (
            <span key={index}>
              {index > 0 && ' · '}
              <UserText text={place} />
            </span>
          ))}
        </span>
      )}
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
