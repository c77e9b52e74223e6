import type { Profile, ResumeImport as ResumeImportBody, ResumePreview } from '@dev-connector/contract';
import { useEffect, useRef, useState } from 'react';
import { ApiError, RequestError } from '../../../api/client';
import { ActionFailure } from '../../../feedback/ActionFailure';
import { useSession } from '../../accounts/session/session';
import { eraseDrafts } from '../../drafts/records';
import { hasDraft } from '../../drafts/stored-drafts';
import { usePreviewResume } from '../resume-queries';
import { Chooser } from './Chooser';
import { type Choices, Preview } from './Preview';
import { Problems } from './Problems';
import { readFile } from './read-file';

export interface ResumeImportProps {
  /** Draft of the profile form, which the import replaces. */
  draft: string;
  /** Sends the import, and shows the profile that it returns. */
  importResume: (body: ResumeImportBody) => Promise<Profile>;
  isImporting: boolean;
  onImported: (profile: Profile) => void;
  onCancel: () => void;
}

interface PreviewedFile {
  file: string;
  text: string;
  preview: ResumePreview;
}

/** Reads a JSON Resume file, previews its changes, and applies the ones that the member selects. */
export function ResumeImport({ draft, importResume, isImporting, onImported, onCancel }: ResumeImportProps) {
  const { account } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutateAsync: previewResume, isPending: previewing } = usePreviewResume();
  const [previewed, setPreviewed] = useState<PreviewedFile>();
  const [failure, setFailure] = useState<unknown>();
  const accountId = account?._id ?? '';

  useEffect(() => heading.current?.focus(), [previewed]);

  async function read(file: File) {
    setFailure(undefined);
    try {
      const text = await readFile(file);
      setPreviewed({ file: file.name, text, preview: await previewResume(text) });
    } catch (error) {
      setFailure(error);
    }
  }

  async function confirm(choices: Choices) {
    if (!previewed || isImporting) return;
    setFailure(undefined);
    try {
      const profile = await importResume({ resume: previewed.text, previewId: previewed.preview.previewId, ...choices });
      eraseDrafts(accountId, draft);
      onImported(profile);
    } catch (error) {
      setFailure(error);
      // 409: the profile has changed since the preview, so the preview is outdated.
      if (error instanceof ApiError && error.status === 409) await refreshPreview(previewed);
    }
  }

  async function refreshPreview({ file, text }: PreviewedFile) {
    try {
      setPreviewed({ file, text, preview: await previewResume(text) });
    } catch (error) {
      setFailure(error);
    }
  }

  return (
    <section aria-label="Import a résumé" className="flex flex-col gap-5">
      <h2 ref={heading} tabIndex={-1} className="wrap-anywhere font-semibold outline-none">
        {previewed ? (
          <>
            Changes from <bdi>{previewed.file}</bdi>
          </>
        ) : (
          'Import a résumé'
        )}
      </h2>
      {failure instanceof RequestError && (
        <Problems heading={previewed ? 'Nothing was imported.' : 'This file cannot be imported.'} error={failure} />
      )}
      {failure !== undefined && !(failure instanceof RequestError) && (
        <ActionFailure message="The résumé could not be imported" error={failure} />
      )}
      {previewed ? (
        <Preview
          key={previewed.preview.previewId}
          preview={previewed.preview}
          hasDraft={hasDraft(accountId, draft)}
          pending={isImporting}
          onConfirm={confirm}
          onChooseOther={() => {
            setFailure(undefined);
            setPreviewed(undefined);
          }}
          onCancel={onCancel}
        />
      ) : (
        <Chooser pending={previewing} onFile={read} onCancel={onCancel} />
      )}
    </section>
  );
}
