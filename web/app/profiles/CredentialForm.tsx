import { limits } from '@dev-connector/contract';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Form, type Values } from '../forms/Form';
import { ActionFailure } from '../shell/feedback/ActionFailure';
import { TextArea } from '../ui/Field';
import { Screen } from '../ui/Screen';
import { SubmitButton } from '../ui/SubmitButton';
import { GoBack } from './GoBack';
import { NoProfile } from './NoProfile';
import { OwnProfile } from './OwnProfile';
import { PeriodFields } from './PeriodFields';

type Period = { from: string; current: boolean };

interface CredentialFormProps {
  heading: string;
  lead: string;
  draft: string;
  currentLabel: string;
  descriptionLabel: string;
  /** Sends the values; the period is already parsed. */
  add: (values: Values, period: Period) => Promise<unknown>;
  failure: unknown;
  /** Renders the fields specific to the kind of entry. */
  children: (errors: Record<string, string>) => ReactNode;
}

/** Screen that adds an experience or education entry to the member's profile and then opens the dashboard. */
export function CredentialForm({ heading, lead, ...form }: CredentialFormProps) {
  return (
    <Screen heading={heading} lead={lead} width="form">
      <OwnProfile>{(profile) => (profile ? <Fields {...form} /> : <NoProfile />)}</OwnProfile>
    </Screen>
  );
}

function Fields({ draft, currentLabel, descriptionLabel, add, failure, children }: Omit<CredentialFormProps, 'heading' | 'lead'>) {
  const navigate = useNavigate();

  async function submit({ from = '', current, ...rest }: Values) {
    await add(rest, { from, current: current !== undefined });
    void navigate('/dev/dashboard');
  }

  return (
    <Form submit={submit} draft={draft} className="flex flex-col gap-5">
      {({ errors, pending }) => (
        <>
          <p className="muted text-sm">* = required field</p>
          {children(errors)}
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
