import { useNavigate } from 'react-router';
import { addAlert } from '../../alerts/alerts';
import { useAddEducation } from '../../api/profiles';
import { GoBack } from '../../profiles/GoBack';
import { NoProfile } from '../../profiles/NoProfile';
import { OwnProfile } from '../../profiles/OwnProfile';
import { PeriodFields } from '../../profiles/PeriodFields';
import { ActionFailure } from '../../ui/ActionFailure';
import { TextArea, TextField } from '../../ui/Field';
import { Form, type Values } from '../../ui/Form';
import { Screen } from '../../ui/Screen';
import { SubmitButton } from '../../ui/SubmitButton';
import { titled } from '../../ui/title';

export const meta = titled('Add Your Education');

export default function AddEducation() {
  return (
    <Screen heading="Add Your Education" lead="Add any school or bootcamp that you have attended" width="form">
      <OwnProfile>{(profile) => (profile ? <EducationForm /> : <NoProfile />)}</OwnProfile>
    </Screen>
  );
}

function EducationForm() {
  const navigate = useNavigate();
  const { mutateAsync: add, error: failure } = useAddEducation();

  async function submit({ school = '', degree = '', from = '', current, ...rest }: Values) {
    await add({ ...rest, school, degree, from, current: current !== undefined });
    addAlert('Education Added', 'success');
    void navigate('/dev/dashboard');
  }

  return (
    <Form submit={submit} draft="add-education" className="flex flex-col gap-5">
      {({ errors, pending }) => (
        <>
          <p className="muted text-sm">* = required field</p>
          <TextField name="school" label="School or Bootcamp" required autoComplete="off" error={errors.school} />
          <TextField name="degree" label="Degree or Certificate" required autoComplete="off" error={errors.degree} />
          <TextField name="fieldofstudy" label="Field of Study" autoComplete="off" error={errors.fieldofstudy} />
          <PeriodFields currentLabel="Current School" errors={errors} />
          <TextArea name="description" label="Program Description" cols={30} rows={5} error={errors.description} />
          {failure && !pending && <ActionFailure message="Profile could not be saved" error={failure} />}
          <div className="flex flex-wrap gap-3">
            <SubmitButton pending={pending}>Submit</SubmitButton>
            <GoBack />
          </div>
        </>
      )}
    </Form>
  );
}
