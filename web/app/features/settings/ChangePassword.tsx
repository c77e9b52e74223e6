import { Form, type Values } from '../../forms/Form';
import { focusMain } from '../../ui/browser/focus';
import { TextField } from '../../ui/fields/Field';
import { SubmitButton } from '../../ui/fields/SubmitButton';
import { Section } from '../../ui/Section';
import { useChangePassword } from '../accounts/account-queries';
import { chosenPassword, NewPassword } from '../accounts/session/NewPassword';
import { useSession } from '../accounts/session/session';

/** Changes the password. Only the confirmation is checked here; the server validates everything else. */
export function ChangePassword() {
  const { mutateAsync: changePassword } = useChangePassword();
  const { account } = useSession();

  async function submit(values: Values) {
    await changePassword({ current: values.current ?? '', password: chosenPassword(values) });
    focusMain(); // the new token remounts the screen
  }

  return (
    <Section id="password" heading="Password" lead="You stay signed in here and are signed out everywhere else.">
      <Form submit={submit} resets noValidate aria-label="Change password">
        {({ errors, pending }) => (
          <>
            {/* Lets a password manager find the right account. */}
            <input hidden type="text" autoComplete="username" readOnly value={account?.email ?? ''} />
            <TextField name="current" type="password" label="Current password" autoComplete="current-password" error={errors.current} />
            <NewPassword label="New password" confirmLabel="Confirm new password" errors={errors} />
            <SubmitButton pending={pending} variant="neutral">
              Change password
            </SubmitButton>
          </>
        )}
      </Form>
    </Section>
  );
}
