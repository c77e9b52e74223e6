import { titleMeta } from '../../site/meta';
import { EntryForm } from '../EntryForm';

const heading = 'Add An Experience';
export const meta = titleMeta(heading);

export default function AddExperience() {
  return (
    <EntryForm
      kind="experience"
      heading={heading}
      lead="Add any developer/programming positions that you have had in the past"
      currentLabel="Current Job"
      descriptionLabel="Job Description"
      fields={[
        { name: 'title', label: 'Job Title', required: true, autoComplete: 'organization-title' },
        { name: 'company', label: 'Company', required: true, autoComplete: 'organization' },
        { name: 'location', label: 'Location', autoComplete: 'off' },
      ]}
    />
  );
}
