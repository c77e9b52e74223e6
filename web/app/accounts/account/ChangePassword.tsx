import { Form, type Values } from '../../forms/Form';
import { TextField } from '../../ui/Field';
import { focusMain } from '../../ui/focus';
import { SubmitButton } from '../../ui/SubmitButton';
import { useChangePassword } from '../account-queries';
import { chosenPassword, NewPassword } from '../session/NewPassword';
import { useSession } from '../session/session';
import { Section } from './Section';

/** As at sign-up, a confirmation that differs is refused here, and all else by the server (spec section 5). */
export function ChangePassword() {
  const { mutateAsync: changePassword } = useChangePassword();
  const { account } = useSession();

  async function submit(values: Values) {
    await changePassword({ current: values.current ?? '', password: chosenPassword(values) });
    focusMain(); // the screen begins anew under the new token
  }

  return (
    <Section heading="Change password" lead="You stay signed in here, and are signed out everywhere else.">
      <Form submit={submit} resets noValidate aria-label="Change password">
        {({ errors, pending }) => (
          <>
            {/* Whose password it is, for a password manager. */}
            <input hidden type="text" autoComplete="username" readOnly value={account?.email ?? ''} />
            <TextField name="current" type="password" label="Current Password" autoComplete="current-password" error={errors.current} />
            <NewPassword label="New Password" errors={errors} />
            <SubmitButton pending={pending}>Change Password</SubmitButton>
          </>
        )}
      </Form>
    </Section>
  );
}
