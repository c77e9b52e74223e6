import { limits, networkNames, type Profile, socialNetworks, statusOptions, statusPlaceholder } from '@dev-connector/contract';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../api/client';
import { Form, type Values } from '../forms/Form';
import { ImportResume } from '../resume/ImportResume';
import { ActionFailure } from '../shell/feedback/ActionFailure';
import { Select, TextArea, TextField } from '../ui/Field';
import { SubmitButton } from '../ui/SubmitButton';
import { GoBack } from './GoBack';
import { useSaveProfile } from './profile-queries';

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

  function onImported(after: Profile) {
    setImports({ count: imports.count + 1, before: profile, after });
    onSaved?.();
  }

  // An import remounts the form with the imported profile, because the `profile` prop updates later.
  const now = imports.after && profile === imports.before ? imports.after : profile;
  return (
    <ImportResume draft={draft} successMessage={successMessage} onImported={onImported}>
      <Fields key={imports.count} {...props} profile={now} />
    </ImportResume>
  );
}

/** The form's fields. Only the server validates them. */
function Fields({ profile, draft, successMessage, onSaved }: ProfileFormProps) {
  const { mutateAsync: save, error: failure } = useSaveProfile(successMessage);
  const [socialOpen, setSocialOpen] = useState(false);
  const initialValues: Values = profile ? valuesOf(profile) : {};

  async function submit(values: Values) {
    try {
      // Sends only changed fields, so that changes saved in another tab are not overwritten.
      const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== initialValues[name]));
      const saved = await save({ ...changed, status: values.status ?? '', skills: values.skills ?? '' });
      onSaved?.();
      return valuesOf(saved);
    } catch (error) {
      if (isSocialLinkError(error)) flushSync(() => setSocialOpen(true)); // the form can only focus a visible field
      throw error;
    }
  }

  return (
    <Form submit={submit} draft={draft} noValidate className="flex flex-col gap-5">
      {({ errors, pending }) => (
        <>
          <p className="text-muted text-sm">* = required field</p>
          <StatusSelect stored={profile?.status} error={errors.status} />
          <TextField
            name="company"
            label="Company"
            autoComplete="organization"
            defaultValue={initialValues.company}
            error={errors.company}
            hint="Could be your own company or one you work for"
          />
          <TextField
            name="website"
            label="Website"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            defaultValue={initialValues.website}
            error={errors.website}
            hint="Could be your own or a company website"
          />
          <TextField
            name="location"
            label="Location"
            autoComplete="off"
            defaultValue={initialValues.location}
            error={errors.location}
            hint="City & state suggested (eg. Boston, MA)"
          />
          <TextField
            name="skills"
            label="Skills"
            required
            autoComplete="off"
            defaultValue={initialValues.skills}
            error={errors.skills}
            hint="Please use comma separated values (eg. HTML,CSS,JavaScript,PHP)"
          />
          <TextField
            name="githubusername"
            label="Github Username"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={initialValues.githubusername}
            error={errors.githubusername}
            hint="If you want your latest repos and a Github link, include your username"
          />
          <TextArea
            name="bio"
            label="Bio"
            rows={6}
            characterLimit={limits.bio}
            defaultValue={initialValues.bio}
            error={errors.bio}
            hint="Tell us a little about yourself"
          />
          <SocialLinks links={initialValues} open={socialOpen} onToggle={() => setSocialOpen(!socialOpen)} errors={errors} />
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

/** Status select. Adds the stored status as an option if another client has set one that is not in the list. */
function StatusSelect({ stored, error }: { stored: string | undefined; error: string | undefined }) {
  const custom = stored !== undefined && !statusOptions.some(({ value }) => value === stored);
  return (
    <Select
      key={stored} // remounts the select, because it ignores changes of its default value
      name="status"
      label="Professional Status"
      required
      defaultValue={stored ?? statusPlaceholder}
      error={error}
      hint="Give us an idea of where you are at in your career"
    >
      <option value={statusPlaceholder}>* Select Professional Status</option>
      {statusOptions.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
      {custom && <option value={stored}>{stored}</option>}
    </Select>
  );
}

/** Form values of a profile. */
const valuesOf = ({ status, company, website, location, skills, githubusername, bio, social }: Profile): Values => ({
  ...Object.fromEntries(socialNetworks.map((network) => [network, social[network] ?? ''])),
  ...Object.fromEntries(Object.entries({ company, website, location, githubusername, bio }).map(([name, value]) => [name, value ?? ''])),
  status,
  skills: skills.join(', '),
});

const isSocialLinkError = (error: unknown): boolean =>
  error instanceof ApiError && error.errors.some(({ field }) => field !== undefined && field in networkNames);

interface SocialLinksProps {
  links: Values;
  open: boolean;
  onToggle: () => void;
  errors: Record<string, string>;
}

/** Collapsible fields for social links. Collapsed fields stay in the form, so their values are submitted. */
function SocialLinks({ links, open, onToggle, errors }: SocialLinksProps) {
  const id = useId();
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn" aria-expanded={open} aria-controls={id} onClick={onToggle}>
          Add Social Network Links
        </button>
        <span className="text-muted text-sm">Optional</span>
      </div>
      <div id={id} hidden={!open} className="flex flex-col gap-5">
        {socialNetworks.map((network) => (
          <TextField
            key={network}
            name={network}
            label={networkNames[network]}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            defaultValue={links[network]}
            error={errors[network]}
          />
        ))}
      </div>
    </>
  );
}
