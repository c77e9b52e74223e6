import { limits } from '@dev-connector/contract';
import { RequestError } from '../../../api/client';
import { addAlert } from '../../../feedback/alerts';
import type { Values } from '../../../forms/Form';
import { TextField } from '../../../ui/fields/Field';

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
  return (
    <>
      <TextField
        name="password"
        type="password"
        label={label}
        autoComplete="new-password"
        error={errors.password}
        hint={`At least ${limits.passwordMin} characters. Not a common password, a simple pattern or your name.`}
      />
      <TextField name="password2" type="password" label={confirmLabel} autoComplete="new-password" error={errors.password2} />
    </>
  );
}

/** Returns the new password. If the confirmation differs, shows an alert and throws before anything is sent. */
export function chosenPassword({ password = '', password2 }: Values): string {
  if (password === password2) return password;
  const msg = 'Passwords do not match';
  addAlert(msg, 'danger');
  throw new RequestError([{ msg, field: 'password2' }]);
}
