import { addEducation, addExperience, type EducationInput, type ExperienceInput } from '@dev-connector/contract';
import { api } from '../api/queries';
import { useProfileChange } from './profile-queries';

type Kind = 'experience' | 'education';
const addCalls = { experience: addExperience, education: addEducation };
const names = { experience: 'Experience', education: 'Education' };

export const useAddEntry = (kind: Kind) =>
  useProfileChange({ successMessage: `${names[kind]} Added` }, (body: ExperienceInput & EducationInput) => api(addCalls[kind], { body }));
