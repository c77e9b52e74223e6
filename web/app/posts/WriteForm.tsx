import { clearSubmission, type Submission, submissionFor } from '../api/submission';
import { Form } from '../forms/Form';
import { TextArea } from '../ui/Field';
import { SubmitButton } from '../ui/SubmitButton';

interface WriteFormProps {
  /** Name of the draft. */
  name: string;
  label: string;
  placeholder: string;
  characterLimit: number;
  send: (submission: Submission) => Promise<unknown>;
}

/** Form for a post or a comment. Keeps the text until the server has accepted it. */
export function WriteForm({ name, label, placeholder, characterLimit, send }: WriteFormProps) {
  async function submit({ text = '' }: Record<string, string>) {
    await send(submissionFor(name, text));
    clearSubmission(name);
  }
  return (
    <Form submit={submit} draft={name} resets className="card flex flex-col gap-3 p-4 sm:p-5">
      {({ errors, pending }) => (
        <>
          <TextArea
            name="text"
            label={label}
            placeholder={placeholder}
            rows={4}
            required
            markRequired={false}
            characterLimit={characterLimit}
            error={errors.text}
          />
          <SubmitButton pending={pending}>Submit</SubmitButton>
        </>
      )}
    </Form>
  );
}
