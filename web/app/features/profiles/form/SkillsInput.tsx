import { joinCommaList, splitCommaList, splitTyping } from '@dev-connector/contract/comma-list';
import { useState } from 'react';
import { type ListFormat, TokenInput } from '../../../ui/fields/TokenInput';
import { useSuggestions } from '../../directory/suggestions';

/** A comma inside brackets, or in quotes, is part of a skill. */
const format: ListFormat = {
  split: splitCommaList,
  join: joinCommaList,
  typing: (text) => splitTyping(text, ',，、､،'),
};

/** Skills as tokens, with suggestions from the skills of other members. */
export function SkillsInput({ skills, error }: { skills: string | undefined; error: string | undefined }) {
  const [typed, setTyped] = useState('');
  const suggestions = useSuggestions('skill', typed);
  return (
    <TokenInput
      id="skills"
      name="skills"
      format={format}
      label="Skills"
      required
      defaultValue={skills}
      suggestions={suggestions}
      onQuery={setTyped}
      error={error}
      hint="Please use comma separated values (eg. HTML,CSS,JavaScript,PHP)"
    />
  );
}
