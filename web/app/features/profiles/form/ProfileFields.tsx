import { limits, openToOptions } from '@dev-connector/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Values } from '../../../forms/Form';
import { Checkbox, TextArea, TextField } from '../../../ui/fields/Field';
import { LinkFields } from './LinkFields';
import { openToField } from './profile-values';
import { SkillsInput } from './SkillsInput';
import { SocialLinks } from './SocialLinks';
import { StatusSelect } from './StatusSelect';

interface ProfileFieldsProps {
  values: Values;
  status: string | undefined;
  errors: Record<string, string>;
  socialOpen: boolean;
  onToggleSocial: () => void;
}

/** The fields of a profile, in groups. */
export function ProfileFields({ values, status, errors, socialOpen, onToggleSocial }: ProfileFieldsProps) {
  const field = (name: string) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <>
      <Group heading="About you" lead="* = required field">
        <p className="-mt-2 text-muted">
          Change your{' '}
          <Link to="/dev/account#name" className="link">
            name
          </Link>{' '}
          and{' '}
          <Link to="/dev/account#picture" className="link">
            picture
          </Link>{' '}
          in your account.
        </p>
        <StatusSelect stored={status} error={errors.status} />
        <TextField {...field('headline')} label="Headline" autoComplete="off" hint="One line about you, below your name" />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField {...field('company')} label="Company" autoComplete="organization" hint="Where you work" />
          <TextField
            {...field('location')}
            id="location"
            label="Location"
            autoComplete="off"
            hint="City & state suggested (eg. Boston, MA)"
          />
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('pronouns')} label="Pronouns" autoComplete="off" />
        </div>
        <TextArea
          {...field('bio')}
          label="Bio"
          rows={5}
          grows
          className="min-h-28"
          characterLimit={limits.bio}
          hint="Tell us a little about yourself"
        />
      </Group>
      <Group heading="Skills and interests">
        <SkillsInput skills={values.skills} error={errors.skills} />
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1.5 font-medium text-sm">Open to</legend>
          <div className="flex flex-wrap gap-x-6 gap-y-1">
            {openToOptions.map(({ value, label }) => (
              <Checkbox key={value} name={openToField(value)} label={label} defaultChecked={openToField(value) in values} />
            ))}
          </div>
          {errors.openTo && <p className="text-danger text-sm">{errors.openTo}</p>}
        </fieldset>
      </Group>
      <Group heading="Links">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            {...field('website')}
            label="Website"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            hint="Could be your own or a company website"
          />
          <TextField
            {...field('githubusername')}
            label="Github Username"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint="If you want your latest repos and a Github link, include your username"
          />
        </div>
        <LinkFields values={values} errors={errors} />
        <SocialLinks links={values} open={socialOpen} onToggle={onToggleSocial} errors={errors} />
      </Group>
    </>
  );
}

const Group = ({ heading, lead, children }: { heading: string; lead?: string; children: ReactNode }) => (
  <section className="flex flex-col gap-5 border-line border-t pt-6 first:border-0 first:pt-0">
    <header className="flex items-baseline justify-between gap-4">
      <h2 className="font-semibold text-lg">{heading}</h2>
      {lead && <p className="text-muted text-sm">{lead}</p>}
    </header>
    {children}
  </section>
);
