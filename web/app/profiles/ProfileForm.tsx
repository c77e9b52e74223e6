import { limits, networkNames, type Profile, socialNetworks, statusOptions, statusPlaceholder } from '@dev-connector/contract';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../api/client';
import { Form, type Values } from '../forms/Form';
import { ImportResume } from '../resume/ImportResume';
import { ActionFailure } from '../shell/outcomes/ActionFailure';
import { Select, TextArea, TextField } from '../ui/Field';
import { SubmitButton } from '../ui/SubmitButton';
import { GoBack } from './GoBack';
import { useSaveProfile } from './profile-queries';

interface ProfileFormProps {
  /** What it starts with; without, it is empty. */
  profile?: Profile;
  draft: string;
  /** What an alert says once it is saved. */
  said: 'Profile Created' | 'Profile Updated';
  onSaved?: () => void;
}

/** Creates or edits the member's profile, by hand or from a file. */
export function ProfileForm(props: ProfileFormProps) {
  const { profile, draft, said, onSaved } = props;
  const [imports, setImports] = useState<{ count: number; before?: Profile; after?: Profile }>({ count: 0 });

  function onImported(after: Profile) {
    setImports({ count: imports.count + 1, before: profile, after });
    onSaved?.();
  }

  // An import begins the form anew with what it made of the profile, which comes here as `profile` only a moment later.
  const now = imports.after && profile === imports.before ? imports.after : profile;
  return (
    <ImportResume draft={draft} said={said} onImported={onImported}>
      <Fields key={imports.count} {...props} profile={now} />
    </ImportResume>
  );
}

/** The server alone judges them (spec section 5). */
function Fields({ profile, draft, said, onSaved }: ProfileFormProps) {
  const { mutateAsync: save, error: failure } = useSaveProfile(said);
  const [socialOpen, setSocialOpen] = useState(false);
  const initial: Values = profile ? valuesOf(profile) : {};

  async function submit(values: Values) {
    try {
      // Only what was changed here: what another tab has saved meanwhile stays.
      const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== initial[name]));
      const saved = await save({ ...changed, status: values.status ?? '', skills: values.skills ?? '' });
      onSaved?.();
      return valuesOf(saved);
    } catch (error) {
      if (aboutSocial(error)) flushSync(() => setSocialOpen(true)); // so that the form can point at the field
      throw error;
    }
  }

  return (
    <Form submit={submit} draft={draft} noValidate className="flex flex-col gap-5">
      {({ errors, pending }) => (
        <>
          <p className="muted text-sm">* = required field</p>
          <StatusSelect stored={profile?.status} error={errors.status} />
          <TextField
            name="company"
            label="Company"
            autoComplete="organization"
            defaultValue={initial.company}
            error={errors.company}
            hint="Could be your own company or one you work for"
          />
          <TextField
            name="website"
            label="Website"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            defaultValue={initial.website}
            error={errors.website}
            hint="Could be your own or a company website"
          />
          <TextField
            name="location"
            label="Location"
            autoComplete="off"
            defaultValue={initial.location}
            error={errors.location}
            hint="City & state suggested (eg. Boston, MA)"
          />
          <TextField
            name="skills"
            label="Skills"
            required
            autoComplete="off"
            defaultValue={initial.skills}
            error={errors.skills}
            hint="Please use comma separated values (eg. HTML,CSS,JavaScript,PHP)"
          />
          <TextField
            name="githubusername"
            label="Github Username"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={initial.githubusername}
            error={errors.githubusername}
            hint="If you want your latest repos and a Github link, include your username"
          />
          <TextArea
            name="bio"
            label="Bio"
            rows={6}
            longest={limits.bio}
            defaultValue={initial.bio}
            error={errors.bio}
            hint="Tell us a little about yourself"
          />
          <SocialLinks links={initial} open={socialOpen} onToggle={() => setSocialOpen(!socialOpen)} errors={errors} />
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

/** A status that another client gave, and that is not among the options, stays on offer to its owner. */
function StatusSelect({ stored, error }: { stored: string | undefined; error: string | undefined }) {
  const foreign = stored !== undefined && !statusOptions.some(({ value }) => value === stored);
  return (
    <Select
      key={stored} // a select does not follow its default value: a status saved elsewhere begins it anew
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
      {foreign && <option value={stored}>{stored}</option>}
    </Select>
  );
}

/** The form's fields as they show this profile. */
const valuesOf = ({ status, company, website, location, skills, githubusername, bio, social }: Profile): Values => ({
  ...Object.fromEntries(socialNetworks.map((network) => [network, social[network] ?? ''])),
  ...Object.fromEntries(Object.entries({ company, website, location, githubusername, bio }).map(([name, value]) => [name, value ?? ''])),
  status,
  skills: skills.join(', '),
});

const aboutSocial = (error: unknown): boolean =>
  error instanceof ApiError && error.errors.some(({ field }) => field !== undefined && field in networkNames);

interface SocialLinksProps {
  links: Values;
  open: boolean;
  onToggle: () => void;
  errors: Record<string, string>;
}

/** Closed, its fields are hidden and still part of the form: what they hold is sent and kept. */
function SocialLinks({ links, open, onToggle, errors }: SocialLinksProps) {
  const id = useId();
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn" aria-expanded={open} aria-controls={id} onClick={onToggle}>
          Add Social Network Links
        </button>
        <span className="muted text-sm">Optional</span>
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
