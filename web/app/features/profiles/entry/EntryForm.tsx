import { type Education, type EducationInput, type Experience, type ExperienceInput, limits } from '@dev-connector/contract';
import type { Values } from '../../../forms/Form';
import { TextArea, TextField } from '../../../ui/fields/Field';
import { DraftForm } from '../../drafts/DraftForm';
import { FormActions } from '../FormActions';
import { type EntryKind, entryKinds } from './entry-kinds';
import { PeriodFields, toFullDate } from './PeriodFields';

interface EntryFormProps {
  kind: EntryKind;
  /** Initial values; empty without an entry. */
  entry?: Experience | Education;
  draft: string;
  save: (input: ExperienceInput & EducationInput) => Promise<unknown>;
  /** Error of the last attempt. */
  failure: unknown;
  onSaved: () => void;
}

/** Form of an experience or education entry. */
export function EntryForm({ kind, entry, draft, save, failure, onSaved }: EntryFormProps) {
  const { fields, currentLabel, descriptionLabel, messages } = entryKinds[kind];
  const values = entry as unknown as Values | undefined;

  async function submit({ current, from = '', to, ...values }: Values) {
    const dates = { from: toFullDate(from), ...(to !== undefined && { to: toFullDate(to) }) };
    await save({ ...values, ...dates, current: current !== undefined } as unknown as ExperienceInput & EducationInput);
    onSaved();
  }

  return (
    <DraftForm submit={submit} draft={draft} requiredMessages={messages} className="flex flex-col gap-5">
      {({ errors, pending }) => (
        <>
          <p className="text-muted text-sm">* = required field</p>
          {fields.map((field) => (
            <TextField key={field.name} {...field} defaultValue={values?.[field.name]} error={errors[field.name]} />
          ))}
          <PeriodFields entry={entry} currentLabel={currentLabel} errors={errors} />
          <TextArea
            name="description"
            label={descriptionLabel}
            cols={30}
            rows={5}
            characterLimit={limits.description}
            defaultValue={entry?.description}
            error={errors.description}
          />
          <FormActions pending={pending} failure={failure} />
        </>
      )}
    </DraftForm>
  );
}
