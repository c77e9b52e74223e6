import { type EducationInput, type ExperienceInput, limits } from '@dev-connector/contract';
import type { ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { Form, type Values } from '../forms/Form';
import { ActionFailure } from '../shell/feedback/ActionFailure';
import { TextArea, TextField } from '../ui/Field';
import { Screen } from '../ui/Screen';
import { SubmitButton } from '../ui/SubmitButton';
import { useAddEntry } from './entry-queries';
import { GoBack } from './GoBack';
import { NoProfile } from './NoProfile';
import { OwnProfile } from './OwnProfile';
import { PeriodFields } from './PeriodFields';

interface EntryFormProps {
  kind: 'experience' | 'education';
  heading: string;
  lead: string;
  currentLabel: string;
  descriptionLabel: string;
  /** The fields specific to the kind of entry. */
  fields: Array<Omit<ComponentProps<typeof TextField>, 'error'>>;
}

/** Screen that adds an experience or education entry to the member's profile and then opens the dashboard. */
export function EntryForm({ heading, lead, ...form }: EntryFormProps) {
  return (
    <Screen heading={heading} lead={lead} width="form">
      <OwnProfile>{(profile) => (profile ? <Fields {...form} /> : <NoProfile />)}</OwnProfile>
    </Screen>
  );
}

function Fields({ kind, currentLabel, descriptionLabel, fields }: Omit<EntryFormProps, 'heading' | 'lead'>) {
  const navigate = useNavigate();
  const { mutateAsync: add, error: failure } = useAddEntry(kind);

  async function submit({ current, ...values }: Values) {
    await add({ ...values, current: current !== undefined } as unknown as ExperienceInput & EducationInput);
    void navigate('/dev/dashboard');
  }

  return (
    <Form submit={submit} draft={`add-${kind}`} className="flex flex-col gap-5">
      {({ errors, pending }) => (
        <>
          <p className="text-muted text-sm">* = required field</p>
          {fields.map((field) => (
            <TextField key={field.name} {...field} error={errors[field.name]} />
          ))}
          <PeriodFields currentLabel={currentLabel} errors={errors} />
          <TextArea
            name="description"
            label={descriptionLabel}
            cols={30}
            rows={5}
            characterLimit={limits.description}
            error={errors.description}
          />
          {failure !== null && !pending && <ActionFailure message="Profile could not be saved" error={failure} />}
          <div className="flex flex-wrap gap-3">
            <SubmitButton pending={pending}>Submit</SubmitButton>
            <GoBack />
          </div>
        </>
      )}
    </Form>
  );
}
