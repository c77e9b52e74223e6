import type { Profile } from '@dev-connector/contract';
import { scheduleDeletion, useNotDeleted } from '../../api/pending-deletions';
import { CredentialTable } from './CredentialTable';

/** The member's experience and education. */
export function Credentials({ profile }: { profile: Profile }) {
  const isShown = useNotDeleted();
  const userId = profile.user._id;
  return (
    <>
      <CredentialTable
        heading="Experience Credentials"
        columns={['Company', 'Title']}
        rows={profile.experience.filter(isShown).map(({ company, title, ...entry }) => ({ ...entry, cells: [company, title] }))}
        empty="No experience credentials"
        add={{ label: 'Add Experience', to: '/dev/add-experience' }}
        editPath="/dev/edit-experience"
        remove={(id) => scheduleDeletion({ kind: 'experience', id, userId })}
      />
      <CredentialTable
        heading="Education Credentials"
        columns={['School', 'Degree']}
        rows={profile.education.filter(isShown).map(({ school, degree, ...entry }) => ({ ...entry, cells: [school, degree] }))}
        empty="No education credentials"
        add={{ label: 'Add Education', to: '/dev/add-education' }}
        editPath="/dev/edit-education"
        remove={(id) => scheduleDeletion({ kind: 'education', id, userId })}
      />
    </>
  );
}
