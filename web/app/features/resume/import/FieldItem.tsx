import { networkNames, type ResumePreview } from '@dev-connector/contract';
import { type Choice, ImportItem, LongText } from './ImportItem';

const names: Record<string, string> = {
  status: 'Status',
  headline: 'Headline',
  pronouns: 'Pronouns',
  openTo: 'Open to',
  company: 'Company',
  website: 'Website',
  location: 'Location',
  bio: 'Bio',
  githubusername: 'Github username',
  ...networkNames,
};

/** Current and new value of a field. */
export function FieldItem({ change: { field, now, next }, ...choice }: Choice & { change: ResumePreview['fields'][number] }) {
  return (
    <ImportItem name={names[field] ?? field} {...choice}>
      <dl className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3 gap-y-1">
        {now !== undefined && (
          <>
            <dt className="text-muted">Now</dt>
            <dd className="text-muted">
              <LongText>{now}</LongText>
            </dd>
          </>
        )}
        <dt className="text-muted">{now === undefined ? 'New' : 'Then'}</dt>
        <dd>
          <LongText>{next}</LongText>
        </dd>
      </dl>
    </ImportItem>
  );
}
