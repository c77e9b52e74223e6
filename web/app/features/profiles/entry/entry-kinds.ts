import { educationMessages, experienceMessages, missingFrom } from '@dev-connector/contract';
import type { ComponentProps } from 'react';
import type { TextField } from '../../../ui/fields/Field';

export type EntryKind = 'experience' | 'education';

type EntryField = Omit<ComponentProps<typeof TextField>, 'error'> & { name: string };

interface EntryFormContent {
  add: { heading: string; lead: string };
  edit: { heading: string; lead: string };
  missing: string;
  currentLabel: string;
  descriptionLabel: string;
  /** Messages of required fields. */
  messages: Record<string, string>;
  /** The fields that the other kind does not have. */
  fields: EntryField[];
}

/** The wording and the fields of the forms for both kinds of entries. */
export const entryKinds: Record<EntryKind, EntryFormContent> = {
  experience: {
    add: { heading: 'Add An Experience', lead: 'Add any developer/programming positions that you have had in the past' },
    edit: { heading: 'Edit experience', lead: 'Change this position on your profile.' },
    missing: 'Experience not found',
    currentLabel: 'Current Job',
    descriptionLabel: 'Job Description',
    messages: { ...experienceMessages, from: missingFrom },
    fields: [
      { name: 'title', label: 'Job Title', required: true, autoComplete: 'organization-title' },
      { name: 'company', label: 'Company', required: true, autoComplete: 'organization' },
      { name: 'location', label: 'Location', autoComplete: 'off' },
    ],
  },
  education: {
    add: { heading: 'Add Your Education', lead: 'Add any school or bootcamp that you have attended' },
    edit: { heading: 'Edit education', lead: 'Change this school or bootcamp on your profile.' },
    missing: 'Education not found',
    currentLabel: 'Current School',
    descriptionLabel: 'Program Description',
    messages: { ...educationMessages, from: missingFrom },
    fields: [
      { name: 'school', label: 'School or Bootcamp', required: true, autoComplete: 'off' },
      { name: 'degree', label: 'Degree or Certificate', required: true, autoComplete: 'off' },
      { name: 'fieldofstudy', label: 'Field of Study', autoComplete: 'off' },
    ],
  },
};
