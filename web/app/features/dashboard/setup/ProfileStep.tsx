import type { Profile } from '@dev-connector/contract';
import { joinCommaList } from '@dev-connector/contract/comma-list';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Values } from '../../../forms/Form';
import { TextField } from '../../../ui/fields/Field';
import { SubmitButton } from '../../../ui/fields/SubmitButton';
import { DraftForm } from '../../drafts/DraftForm';
import { SkillsInput } from '../../profiles/form/SkillsInput';
import { StatusSelect } from '../../profiles/form/StatusSelect';
import { useSaveProfile } from '../../profiles/profile-queries';

/** Skills, role and place: the shortest profile. */
export function ProfileStep({ profile, skip, onDone }: { profile: Profile | null; skip: ReactNode; onDone: () => void }) {
  const { mutateAsync: save } = useSaveProfile(profile ? 'Profile Updated' : 'Profile Created');
  async function submit({ status = '', location = '', skills = '' }: Values) {
    await save({ status, location, skills });
    onDone();
  }
  return (
    <DraftForm submit={submit} noValidate draft="first-profile" aria-label="Your profile">
      {({ errors, pending }) => (
        <>
          <SkillsInput skills={joinCommaList(profile?.skills ?? [])} error={errors.skills} />
          <StatusSelect stored={profile?.status} error={errors.status} />
          <TextField
            name="location"
            label="Location"
            autoComplete="off"
            defaultValue={profile?.location}
            error={errors.location}
            hint="City & state suggested (eg. Boston, MA)"
          />
          <div className="flex flex-wrap items-center gap-2">
            <SubmitButton pending={pending}>Continue</SubmitButton>
            {skip}
            <Link
              to={`/dev/${profile ? 'edit' : 'create'}-profile#import`}
              className="link tap inline-flex items-center text-sm sm:ml-auto"
            >
              Import a JSON Resume instead
            </Link>
          </div>
        </>
      )}
    </DraftForm>
  );
}
