import { invalidEmail, invalidHandle, isHandle, limits, shortPassword } from '@dev-connector/contract';
import { RequestError } from '../../../api/client';
import type { Values } from '../../../forms/Form';
import { TextField } from '../../../ui/fields/Field';
import { useShownPassword } from './useShownPassword';

/** Two fields for a new password and its confirmation. */
export function NewPassword({
  label = 'Password',
  confirmLabel = 'Confirm Password',
  errors,
}: {
  label?: string;
  confirmLabel?: string;
  errors: Record<string, string>;
}) {
  const { attributes, toggle } = useShownPassword('passwords');
  return (
    <>
      <TextField
        name="password"
        {...attributes}
        label={label}
        autoComplete="new-password"
        error={errors.password}
        hint={`At least ${limits.passwordMin} characters. Not a common password, a simple pattern or your name.`}
      />
      <TextField name="password2" {...attributes} label={confirmLabel} autoComplete="new-password" error={errors.password2} />
      {toggle}
    </>
  );
}

/**
 * Returns the new password. If the confirmation differs, throws before anything is sent. Then it also reports an e-mail address, a handle and a short password
 * that the server would refuse in any case, so that a form does not show one error after the other. A missing address is reported once the passwords match.
 */
export function chosenPassword({ password = '', password2, email, handle }: Values): string {
  if (password === password2) return password;
  const errors = [{ msg: 'Passwords do not match', field: 'password2' }];
  if ([...password].length < limits.passwordMin) errors.unshift({ msg: shortPassword, field: 'password' });
  if (email?.trim() && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) errors.unshift({ msg: invalidEmail, field: 'email' });
  if (handle?.trim() && !isHandle(handle.trim())) errors.push({ msg: invalidHandle, field: 'handle' });
  throw new RequestError(errors);
}
