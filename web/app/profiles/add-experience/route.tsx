import { titleMeta } from '../../site/meta';
import { TextField } from '../../ui/Field';
import { CredentialForm } from '../CredentialForm';
import { useAddExperience } from '../profile-queries';

export const meta = titleMeta('Add An Experience');

export default function AddExperience() {
  const { mutateAsync: add, error } = useAddExperience();
  return (
    <CredentialForm
      heading="Add An Experience"
      lead="Add any developer/programming positions that you have had in the past"
      draft="add-experience"
      currentLabel="Current Job"
      descriptionLabel="Job Description"
      add={({ title = '', company = '', ...rest }, period) => add({ ...rest, ...period, title, company })}
      failure={error}
    >
      {(errors) => (
        <>
          <TextField name="title" label="Job Title" required autoComplete="organization-title" error={errors.title} />
          <TextField name="company" label="Company" required autoComplete="organization" error={errors.company} />
          <TextField name="location" label="Location" autoComplete="off" error={errors.location} />
        </>
      )}
    </CredentialForm>
  );
}
