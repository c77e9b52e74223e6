import { useState } from 'react';
import { useSession } from '../accounts/session/session';
import { clearSubmission, type Submission, submissionFor } from '../api/submission';
import { Form } from '../forms/Form';
import { Avatar } from '../ui/Avatar';
import { TextArea } from '../ui/Field';
import { SubmitButton } from '../ui/SubmitButton';

interface WriteFormProps {
  /** Of the text area, for links to it. */
  id?: string;
  /** Name of the draft. */
  name: string;
  label: string;
  characterLimit: number;
  send: (submission: Submission) => Promise<unknown>;
}

/** Form for a post or a comment: one line that opens when the viewer writes. Keeps the text until the server has accepted it. */
export function WriteForm({ id, name, label, characterLimit, send }: WriteFormProps) {
  const { account } = useSession();
  const [isOpen, setOpen] = useState(false);
  async function submit({ text = '' }: Record<string, string>) {
    await send(submissionFor(name, text));
    clearSubmission(name);
  }
  return (
    <Form submit={submit} draft={name} resets className="flex flex-col gap-2 pb-5 print:hidden" onReset={() => setOpen(false)}>
      {({ errors, pending }) => (
        <div className="flex gap-3">
          <div className="avatar size-10">{account && <Avatar src={account.avatar} size={40} />}</div>
          <div className={`flex min-w-0 grow gap-2 pt-0.5 ${isOpen ? 'flex-col items-end' : 'items-start'}`}>
            <div className="w-full min-w-0">
              <TextArea
                {...(id && { id })}
                name="text"
                label={label}
                labelHidden
                placeholder={label}
                rows={isOpen ? 4 : 1}
                grows
                className={`resize-none ${isOpen ? 'min-h-26' : 'min-h-9'}`}
                required
                characterLimit={characterLimit}
                error={errors.text}
                onFocus={() => setOpen(true)}
                onInput={() => setOpen(true)}
                onBlur={({ target, relatedTarget }) => {
                  if (target.value === '' && !target.form?.contains(relatedTarget)) setOpen(false);
                }}
              />
            </div>
            <div>
              <SubmitButton pending={pending}>Submit</SubmitButton>
            </div>
          </div>
        </div>
      )}
    </Form>
  );
}
