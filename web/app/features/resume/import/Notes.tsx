import type { ResumePreview } from '@dev-connector/contract';
import { Position } from '../../../ui/profile/Position';
import { UserText } from '../../../ui/UserText';
import { Dates } from './EntryItem';
import { ImportSection } from './ImportItem';

/** Parts of the file that are not imported, with the reason for each. */
export function Notes({ heading, notes }: { heading: string; notes: ResumePreview['invalid'] }) {
  if (notes.length === 0) return null;
  return (
    <ImportSection heading={heading}>
      {notes.map(({ place, msg }) => (
        <li key={`${place} ${msg}`} className="wrap-anywhere text-sm">
          <code>{place}</code>: <UserText text={msg} />
        </li>
      ))}
    </ImportSection>
  );
}

interface ExistingEntriesProps {
  experience: ResumePreview['experience']['existing'];
  education: ResumePreview['education']['existing'];
}

/** Entries that are not imported because the profile already has them. */
export function ExistingEntries({ experience, education }: ExistingEntriesProps) {
  const entries = [
    ...experience.map((entry) => ({ ...entry, name: <Position profile={{ status: entry.title, company: entry.company }} /> })),
    ...education.map((entry) => ({ ...entry, name: <Position profile={{ status: entry.degree, company: entry.school }} /> })),
  ];
  if (entries.length === 0) return null;
  return (
    <ImportSection heading="Already in your profile (not imported again)">
      {entries.map(({ name, differs, ...entry }) => (
        <li key={entry.place} className="flex flex-col gap-1 text-sm">
          <span className="wrap-anywhere font-medium">{name}</span>
          <Dates entry={entry} />
          {differs.length > 0 && <span>Your profile is not changed. The file differs in: {differs.join(', ')}</span>}
        </li>
      ))}
    </ImportSection>
  );
}
