import type { FormEvent } from 'react';
import { TextField } from '../../../ui/fields/Field';
import { type KeyPress, keysOf } from '../../../ui/keys/keys';
import { LeftOutTags } from '../../tags/LeftOutTags';
import { TagsInput } from '../../tags/TagsInput';

interface TitleFieldProps {
  isOpen: boolean;
  title: string | undefined;
  error: string | undefined;
  onInput: (event: FormEvent) => void;
  onEnter: () => void;
}

/** The title of a post, above its text. Hidden while the form is closed. */
export function TitleField({ isOpen, title, error, onInput, onEnter }: TitleFieldProps) {
  function onKeyDown(event: KeyPress) {
    if (keysOf(event) !== 'Enter') return;
    event.preventDefault();
    onEnter();
  }

  return (
    <div className={isOpen ? 'border-line border-b' : 'hidden'}>
      <TextField
        name="title"
        label="Title"
        labelHidden
        placeholder="Add a title"
        defaultValue={title}
        dir="auto"
        autoComplete="off"
        className="font-semibold"
        error={error}
        onInput={onInput}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

interface TagsFieldProps {
  isOpen: boolean;
  /** Comma-separated. */
  tags: string;
  error: string | undefined;
}

/** The tags of a post, below its text. Hidden while the form is closed. */
export const TagsField = ({ isOpen, tags, error }: TagsFieldProps) => (
  <div className={isOpen ? 'border-line border-t' : 'hidden'}>
    <TagsInput tags={tags} error={error} />
    <LeftOutTags />
  </div>
);
