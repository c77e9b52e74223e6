import { handleDays, handleFromName, limits } from '@dev-connector/contract';
import { useState } from 'react';
import { TextField } from '../../ui/fields/Field';

/** Field for a handle. On the sign-up form, an empty one stands for the handle that is made from the name, which its placeholder shows. */
export function HandleField({
  current,
  optional,
  error,
}: {
  current?: string | undefined;
  optional?: boolean;
  error?: string | undefined;
}) {
  const [suggestion, setSuggestion] = useState<string>();
  const suggest = ({ form }: HTMLInputElement) => {
    const name = form?.elements.namedItem('name');
    setSuggestion(name instanceof HTMLInputElement ? handleFromName(name.value, limits.handle) : undefined);
  };
  return (
    <TextField
      name="handle"
      label={optional ? 'Handle (optional)' : 'Handle'}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={limits.handle}
      defaultValue={current}
      placeholder={optional ? suggestion : undefined}
      onFocus={({ currentTarget }) => optional && suggest(currentTarget)}
      error={error}
      hint={
        optional
          ? 'For mentions (@handle) and the address of your profile. Without one, it is made from your name.'
          : `For mentions (@handle) and the address of your profile. Your former handle leads to you for ${handleDays} days.`
      }
    />
  );
}
