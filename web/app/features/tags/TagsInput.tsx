import { isTagName, limits } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TokenInput } from '../../ui/fields/TokenInput';
import { tagSuggestionsQuery } from './tag-queries';

/** The tags of a post as tokens, with suggestions. */
export function TagsInput({ tags, error }: { tags: string | undefined; error: string | undefined }) {
  const [typed, setTyped] = useState('');
  const { data = [] } = useQuery(tagSuggestionsQuery(toTag(typed)));
  return (
    <TokenInput
      name="tags"
      label="Tags"
      labelHidden
      placeholder={`Add up to ${limits.tags} tags`}
      defaultValue={tags}
      separator={/[,，、､،\s]/}
      suggestions={data.map(({ name }) => name)}
      onQuery={setTyped}
      toToken={toTag}
      check={problemOf}
      error={error}
    />
  );
}

const problemOf = (tags: string[]): string | undefined => {
  const wrong = tags.find((tag) => !isTagName(tag));
  if (wrong) return `“${wrong}” cannot be a tag. A tag begins with a letter and has at most ${limits.tag} letters, digits and -_+.`;
  return tags.length > limits.tags ? `A post has at most ${limits.tags} tags.` : undefined;
};

const toTag = (text: string): string => text.trim().replace(/^#+/, '').toLowerCase();

/** The tags of the field's text. */
export const tagsOf = (text: string): string[] => text.split(',').map(toTag).filter(Boolean);
