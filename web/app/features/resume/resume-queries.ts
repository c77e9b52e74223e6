import { importResume, previewResume, type ResumeImport } from '@dev-connector/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/queries';
import { useProfileChange } from '../profiles/profile-queries';

/** Previews the changes that importing the text would make. */
export const usePreviewResume = () =>
  useMutation({
    meta: { showsError: true },
    mutationFn: async (resume: string) => (await api(previewResume, { body: { resume } })).data,
  });

export const useImportResume = (successMessage: 'Profile Created' | 'Profile Updated') =>
  useProfileChange({ successMessage, showsError: true }, (body: ResumeImport) => api(importResume, { body }));
