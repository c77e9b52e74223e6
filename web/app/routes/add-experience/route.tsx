import { useNavigate } from 'react-router';
import { addAlert } from '../../alerts/alerts';
import { useAddExperience } from '../../api/profiles';
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

export const meta = titled('Add An Experience');

export default function AddExperience() {
  return (
    <Screen heading="Add An Experience" lead="Add any developer/programming positions that you have had in the past" width="form">
      <OwnProfile>{(profile) => (profile ? <ExperienceForm /> : <NoProfile />)}</OwnProfile>
    </Screen>
  );
}

function ExperienceForm() {
  const navigate = useNavigate();
  const { mutateAsync: add, error: failure } = useAddExperience();

  async function submit({ title = '', company = '', from = '', current, ...rest }: Values) {
    await add({ ...rest, title, company, from, current: current !== undefined });
    addAlert('Experience Added', 'success');
    void navigate('/dev/dashboard');
  }

  return (
    <Form submit={submit} draft="add-experience" className="flex flex-col gap-5">
      {({ errors, pending }) => (
        <>
          <p className="muted text-sm">* = required field</p>
          <TextField name="title" label="Job Title" required autoComplete="organization-title" error={errors.title} />
          <TextField name="company" label="Company" required autoComplete="organization" error={errors.company} />
          <TextField name="location" label="Location" autoComplete="off" error={errors.location} />
          <PeriodFields currentLabel="Current Job" errors={errors} />
          <TextArea name="description" label="Job Description" cols={30} rows={5} error={errors.description} />
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
