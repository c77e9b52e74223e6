import { titleMeta } from '../../site/meta';
import { EntryForm } from '../EntryForm';

const heading = 'Add Your Education';
export const meta = titleMeta(heading);

export default function AddEducation() {
  return (
    <EntryForm
      kind="education"
      heading={heading}
      lead="Add any school or bootcamp that you have attended"
      currentLabel="Current School"
      descriptionLabel="Program Description"
      fields={[
        { name: 'school', label: 'School or Bootcamp', required: true, autoComplete: 'off' },
        { name: 'degree', label: 'Degree or Certificate', required: true, autoComplete: 'off' },
        { name: 'fieldofstudy', label: 'Field of Study', autoComplete: 'off' },
      ]}
    />
  );
}
