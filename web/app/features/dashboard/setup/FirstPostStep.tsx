import { type Account, joinWords, limits, missingText, type Profile } from '@dev-connector/contract';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Values } from '../../../forms/Form';
import { TextArea } from '../../../ui/fields/Field';
import { SubmitButton } from '../../../ui/fields/SubmitButton';
import { DraftForm } from '../../drafts/DraftForm';
import { useCreatePost } from '../../posts/create-post';
import { clearSubmission, submissionFor } from '../../posts/submission';

const submission = 'first-post';

interface FirstPostStepProps {
  account: Account;
  profile: Profile | null;
  skip: ReactNode;
  onDone: () => void;
}

/** A first post, with an introduction to start from. Opens the feed. */
export function FirstPostStep({ account, profile, skip, onDone }: FirstPostStepProps) {
  const navigate = useNavigate();
  const create = useCreatePost();
  async function submit({ text = '' }: Values) {
    await create(submissionFor(submission, { text }));
    clearSubmission(submission);
    onDone();
    void navigate('/dev/posts');
  }
  return (
    <DraftForm submit={submit} draft="post" requiredMessages={{ text: missingText }} aria-label="Your first post">
      {({ errors, pending }) => (
        <>
          <TextArea
            name="text"
            label="Introduce yourself"
            rows={4}
            grows
            className="min-h-24"
            required
            markRequired={false}
            characterLimit={limits.postText}
            defaultValue={introduction(account.name, profile)}
            error={errors.text}
          />
          <div className="flex flex-wrap items-center gap-2">
            <SubmitButton pending={pending}>Post and go to the feed</SubmitButton>
            {skip}
          </div>
        </>
      )}
    </DraftForm>
  );
}

function introduction(name: string, profile: Profile | null): string {
  const hello = `Hello everyone! I'm ${name}`;
  if (!profile) return `${hello}, and I'm new here.`;
  const place = profile.location ? ` from ${profile.location}` : '';
  const skills = joinWords(profile.skills.slice(0, 3));
  return `${hello}${place}, and I'm new here. I work with ${skills}. What are you working on?`;
}
