import { linkName, type ResumeImport, type ResumePreview, statusOptions } from '@dev-connector/contract';
import { type FormEvent, useState } from 'react';
import { Select, TextField } from '../../../ui/fields/Field';
import { SubmitButton } from '../../../ui/fields/SubmitButton';
import { Position } from '../../../ui/profile/Position';
import { Skills } from '../../../ui/profile/Skills';
import { UserText } from '../../../ui/UserText';
import { EntryItem } from './EntryItem';
import { FieldItem } from './FieldItem';
import { ImportItem, ImportSection, LongText } from './ImportItem';
import { ExistingEntries, Notes } from './Notes';

export type Choices = Pick<ResumeImport, 'except' | 'status' | 'skills'>;

interface PreviewProps {
  preview: ResumePreview;
  /** Whether the form has unsaved changes. */
  hasDraft: boolean;
  pending: boolean;
  onConfirm: (choices: Choices) => void;
  onChooseOther: () => void;
  onCancel: () => void;
}

/** Places of values that are not about the person. */
const describesFile = /^(\$schema|meta)\b/;

/** Preview of the changes that the import would make. Each change can be unticked. */
export function Preview({ preview, hasDraft, pending, onConfirm, onChooseOther, onCancel }: PreviewProps) {
  const { fields, skills, links, experience, education, invalid, unsupported, changed, unchanged, missing } = preview;
  const [except, setExcept] = useState<ReadonlySet<string>>(new Set());
  const parts = [...fields, ...(skills.added.length > 0 ? [{ place: 'skills' }] : []), ...links, ...experience.added, ...education.added];
  const chosen = parts.filter(({ place }) => !except.has(place)).length;
  const nothing = parts.length === 0 && missing.length === 0;
  const hasAll =
    [...experience.existing, ...education.existing].every(({ differs }) => differs.length === 0) &&
    invalid.length === 0 &&
    unsupported.every(({ place }) => describesFile.test(place));

  // A new profile needs a status and skills, from the file or from the form.
  const status = fields.find(({ field }) => field === 'status');
  const needsStatus = missing.includes('status') || (status !== undefined && status.now === undefined && except.has(status.place));
  const needsSkills = missing.includes('skills') || (skills.now.length === 0 && except.has('skills'));

  const choice = (place: string) => ({
    chosen: !except.has(place),
    onChoose: (on: boolean) => setExcept(new Set(on ? [...except].filter((one) => one !== place) : [...except, place])),
  });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    onConfirm({
      ...(except.size > 0 && { except: [...except] }),
      ...(needsStatus && { status: String(given.get('status')) }),
      ...(needsSkills && { skills: String(given.get('skills')) }),
    });
  }

  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-5">
      <p className="text-muted text-sm">
        {nothing
          ? hasAll
            ? 'Your profile already has everything in this file.'
            : 'Nothing in this file can be added to your profile. The lists below give the reasons.'
          : 'Only ticked items are imported. Nothing changes until you choose Import, and nothing is removed from your profile.'}
        {invalid.length > 0 &&
          ` ${invalid.length === 1 ? 'One part' : `${invalid.length} parts`} of the file cannot be imported; see below.`}
      </p>
      {fields.length > 0 && (
        <ImportSection heading="Fields">
          {fields.map((change) => (
            <FieldItem key={change.place} change={change} {...choice(change.place)} />
          ))}
        </ImportSection>
      )}
      {skills.added.length > 0 && (
        <ImportSection heading="Skills">
          <ImportItem
            name={skills.added.length === 1 ? 'One skill is added' : `${skills.added.length} skills are added`}
            {...choice('skills')}
          >
            <Skills skills={skills.added} />
          </ImportItem>
        </ImportSection>
      )}
      {links.length > 0 && (
        <ImportSection heading="Links">
          {links.map((link) => (
            <ImportItem key={link.place} name={<UserText text={linkName(link)} />} {...choice(link.place)}>
              <LongText>{link.url}</LongText>
            </ImportItem>
          ))}
        </ImportSection>
      )}
      {experience.added.length > 0 && (
        <ImportSection heading="Experience">
          {experience.added.map((entry) => (
            <EntryItem
              key={entry.place}
              name={<Position profile={{ status: entry.title, company: entry.company }} />}
              entry={entry}
              {...choice(entry.place)}
            />
          ))}
        </ImportSection>
      )}
      {education.added.length > 0 && (
        <ImportSection heading="Education">
          {education.added.map((entry) => (
            <EntryItem
              key={entry.place}
              name={<Position profile={{ status: entry.degree, company: entry.school }} />}
              entry={entry}
              {...choice(entry.place)}
            />
          ))}
        </ImportSection>
      )}
      <ExistingEntries experience={experience.existing} education={education.existing} />
      <Notes heading="Read in another form" notes={changed} />
      <Notes heading="Cannot be imported" notes={invalid} />
      <Notes heading="Left out" notes={unsupported} />
      <Notes heading="Your profile has these already" notes={unchanged} />
      {(needsStatus || needsSkills) && (
        <ImportSection heading="Your profile also needs">
          {needsStatus && (
            <li>
              <Select name="status" label="Professional Status" required defaultValue="">
                <option value="">* Select Professional Status</option>
                {statusOptions.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </li>
          )}
          {needsSkills && (
            <li>
              <TextField name="skills" label="Skills" required autoComplete="off" hint="Please use comma separated values" />
            </li>
          )}
        </ImportSection>
      )}
      {hasDraft && !nothing && <p className="text-sm">Importing discards your unsaved changes in the form.</p>}
      <div className="flex flex-wrap items-center gap-3">
        {!nothing && chosen + missing.length > 0 && <SubmitButton pending={pending}>Import</SubmitButton>}
        <button type="button" className="btn" onClick={onChooseOther}>
          Choose another file…
        </button>
        <button type="button" className="btn" onClick={onCancel}>
          Cancel
        </button>
        {!nothing && (
          <span role="status" className="text-muted text-sm">
            {chosen} of {parts.length} ticked
          </span>
        )}
      </div>
    </form>
  );
}
