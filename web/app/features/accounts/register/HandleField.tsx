import { handleFromName, limits } from '@dev-connector/contract';
import { useState } from 'react';
import { TextField } from '../../../ui/fields/Field';

/** Field for a handle. If it is empty, the handle is made from the name; the placeholder shows it. */
export function HandleField({ error }: { error: string | undefined }) {
  const [suggestion, setSuggestion] = useState<string>();
  const suggest = ({ form }: HTMLInputElement) => {
    const name = form?.elements.namedItem('name');
    setSuggestion(name instanceof HTMLInputElement ? handleFromName(name.value, limits.handle) : undefined);
  };
  return (
    <TextField
      name="handle"
      label="Handle (optional)"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder={suggestion}
      onFocus={({ currentTarget }) => suggest(currentTarget)}
      error={error}
      hint="Your @name: 2 to 30 letters, digits, hyphens"
    />
  );
}
