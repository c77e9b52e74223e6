import { useState } from 'react';
import { TokenInput } from '../../ui/fields/TokenInput';
import { useSuggestions } from '../suggestions';

/** Skills as tokens, with suggestions from the skills of other members. */
export function SkillsInput({ skills, error }: { skills: string | undefined; error: string | undefined }) {
  const [typed, setTyped] = useState('');
  const suggestions = useSuggestions('skill', typed);
  return (
    <TokenInput
      id="skills"
      name="skills"
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
