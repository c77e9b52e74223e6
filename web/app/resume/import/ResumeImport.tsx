import type { Profile, ResumePreview } from '@dev-connector/contract';
import { useEffect, useRef, useState } from 'react';
import { dropDraft, readDraft } from '../../accounts/session/draft';
import { useSession } from '../../accounts/session/session';
import { ApiError, Refusal } from '../../api/client';
import { ActionFailure } from '../../shell/outcomes/ActionFailure';
import { useImportResume, usePreviewResume } from '../resume-queries';
import { Chooser } from './Chooser';
import { type Choices, Preview } from './Preview';
import { Problems } from './Problems';
import { readFile } from './read-file';

export interface ResumeImportProps {
  /** Draft of the profile form, which the import replaces. */
  draft: string;
  said: 'Profile Created' | 'Profile Updated';
  onImported: (profile: Profile) => void;
  onCancel: () => void;
}

interface Looked {
  file: string;
  text: string;
  preview: ResumePreview;
}

/** Reads a JSON Resume file, previews its changes, and applies the ones that the member selects. */
export function ResumeImport({ draft, said, onImported, onCancel }: ResumeImportProps) {
  const { account } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutateAsync: look, isPending: looking } = usePreviewResume();
  const { mutateAsync: take, isPending: taking } = useImportResume(said);
  const [looked, setLooked] = useState<Looked>();
  const [failure, setFailure] = useState<unknown>();
  const key = `${account?._id}:${draft}`;

  useEffect(() => heading.current?.focus(), [looked]);

  async function read(file: File) {
    setFailure(undefined);
    try {
      const text = await readFile(file);
      setLooked({ file: file.name, text, preview: await look(text) });
    } catch (error) {
      setFailure(error);
    }
  }

  async function decide(choices: Choices) {
    if (!looked || taking) return;
    setFailure(undefined);
    try {
      const profile = await take({ resume: looked.text, seen: looked.preview.seen, ...choices });
      dropDraft(key);
      onImported(profile);
    } catch (error) {
      setFailure(error);
      // 409: the profile has changed since the preview, so the preview is outdated.
      if (error instanceof ApiError && error.status === 409) await lookAgain(looked);
    }
  }

  async function lookAgain({ file, text }: Looked) {
    try {
      setLooked({ file, text, preview: await look(text) });
    } catch (error) {
      setFailure(error);
    }
  }

  return (
    <section aria-label="Import a résumé" className="flex flex-col gap-5">
      <h2 ref={heading} tabIndex={-1} className="wrap-anywhere font-semibold outline-none">
        {looked ? (
          <>
            Changes from <bdi>{looked.file}</bdi>
          </>
        ) : (
          'Import a Résumé'
        )}
      </h2>
      {failure instanceof Refusal && <Problems heading={looked ? 'Nothing was imported.' : 'This file cannot be imported.'} of={failure} />}
      {failure !== undefined && !(failure instanceof Refusal) && (
        <ActionFailure message="The résumé could not be imported" error={failure} />
      )}
      {looked ? (
        <Preview
          key={looked.preview.seen}
          preview={looked.preview}
          typed={readDraft(key) !== undefined}
          pending={taking}
          onDecide={decide}
          onOther={() => {
            setFailure(undefined);
            setLooked(undefined);
          }}
          onCancel={onCancel}
        />
      ) : (
        <Chooser pending={looking} onFile={read} onCancel={onCancel} />
      )}
    </section>
  );
}
