import {
  addEducation,
  addExperience,
  type EducationInput,
  type ExperienceInput,
  replaceEducation,
  replaceExperience,
} from '@dev-connector/contract';
import { api } from '../../../api/queries';
import { useProfileChange } from '../profile-queries';
import type { EntryKind } from './entry-kinds';

const addCalls = { experience: addExperience, education: addEducation };
const replaceCalls = { experience: replaceExperience, education: replaceEducation };
const names = { experience: 'Experience', education: 'Education' };

export const useAddEntry = (kind: EntryKind) =>
  useProfileChange({ successMessage: `${names[kind]} Added` }, (body: ExperienceInput & EducationInput) => api(addCalls[kind], { body }));

export const useReplaceEntry = (kind: EntryKind, id: string) =>
  useProfileChange({ successMessage: `${names[kind]} Updated`, fieldsShowErrors: true }, (body: ExperienceInput & EducationInput) =>
    api(replaceCalls[kind], { params: { id }, body }),
  );
