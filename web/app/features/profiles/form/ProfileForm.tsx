import { networkNames, type Profile } from '@dev-connector/contract';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../../api/client';
import type { Values } from '../../../forms/Form';
import { DraftForm } from '../../drafts/DraftForm';
import { ImportResume } from '../../resume/ImportResume';
import { FormActions } from '../FormActions';
import { useImportResume, useSaveProfile } from '../profile-queries';
import { ProfileFields } from './ProfileFields';
import { changesOf, valuesOf } from './profile-values';

interface ProfileFormProps {
  /** Initial values; empty without a profile. */
  profile?: Profile;
  draft: string;
  /** Text of the alert on success. */
  successMessage: 'Profile Created' | 'Profile Updated';
  onSaved?: () => void;
}

/** Form that creates or edits the member's profile, with an import from a JSON Resume file. */
export function ProfileForm(props: ProfileFormProps) {
  const { profile, draft, successMessage, onSaved } = props;
  const [imports, setImports] = useState<{ count: number; before?: Profile; after?: Profile }>({ count: 0 });

  const { mutateAsync: importResume, isPending: isImporting } = useImportResume(successMessage);

  function onImported(after: Profile) {
    setImports({ count: imports.count + 1, before: profile, after });
    onSaved?.();
  }

  // An import remounts the form with the imported profile, because the `profile` prop updates later.
  const now = imports.after && profile === imports.before ? imports.after : profile;
  return (
    <ImportResume draft={draft} importResume={importResume} isImporting={isImporting} onImported={onImported}>
      <Fields key={imports.count} {...props} profile={now} />
    </ImportResume>
  );
}

/** Only the server validates the fields. */
function Fields({ profile, draft, successMessage, onSaved }: ProfileFormProps) {
  const { mutateAsync: save, error: failure } = useSaveProfile(successMessage);
  const [socialOpen, setSocialOpen] = useState(false);
  const initial: Values = profile ? valuesOf(profile) : {};

  async function submit(values: Values) {
    try {
      const saved = await save(changesOf(values, initial));
      onSaved?.();
      return valuesOf(saved);
    } catch (error) {
      if (isSocialLinkError(error)) flushSync(() => setSocialOpen(true)); // the form can only focus a visible field
      throw error;
    }
  }

  return (
    <DraftForm submit={submit} draft={draft} noValidate className="flex flex-col gap-8">
      {({ errors, pending }) => (
        <>
          <ProfileFields
            values={initial}
            status={profile?.status}
            errors={errors}
            socialOpen={socialOpen}
            onToggleSocial={() => setSocialOpen(!socialOpen)}
          />
          <FormActions pending={pending} failure={failure} />
        </>
      )}
    </DraftForm>
  );
}

const isSocialLinkError = (error: unknown): boolean =>
  error instanceof ApiError && error.errors.some(({ field }) => field !== undefined && field in networkNames);
