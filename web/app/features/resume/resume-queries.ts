import { previewResume } from '@dev-connector/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/queries';

/** Previews the changes that importing the text would make. */
export const usePreviewResume = () =>
  useMutation({
    meta: { showsError: true },
    mutationFn: async (resume: string) => (await api(previewResume, { body: { resume } })).data,
  });
