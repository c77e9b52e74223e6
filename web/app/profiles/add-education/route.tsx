import { titleMeta } from '../../site/meta';
import { TextField } from '../../ui/Field';
import { CredentialForm } from '../CredentialForm';
import { useAddEducation } from '../profile-queries';

export const meta = titleMeta('Add Your Education');

export default function AddEducation() {
  const { mutateAsync: add, error } = useAddEducation();
  return (
    <CredentialForm
      heading="Add Your Education"
      lead="Add any school or bootcamp that you have attended"
      draft="add-education"
      currentLabel="Current School"
      descriptionLabel="Program Description"
      add={({ school = '', degree = '', ...rest }, period) => add({ ...rest, ...period, school, degree })}
      failure={error}
    >
      {(errors) => (
        <>
          <TextField name="school" label="School or Bootcamp" required autoComplete="off" error={errors.school} />
          <TextField name="degree" label="Degree or Certificate" required autoComplete="off" error={errors.degree} />
          <TextField name="fieldofstudy" label="Field of Study" autoComplete="off" error={errors.fieldofstudy} />
        </>
      )}
    </CredentialForm>
  );
}
