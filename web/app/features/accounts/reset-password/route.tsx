import { useNavigate } from 'react-router';
import { addAlert } from '../../../feedback/alerts';
import { Form, type Values } from '../../../forms/Form';
import { SubmitButton } from '../../../ui/fields/SubmitButton';
import { Screen } from '../../../ui/Screen';
import { titleMeta } from '../../site/meta';
import { useResetPassword } from '../authentication';
import { chosenPassword, NewPassword } from '../session/NewPassword';
import { useUrlFragment } from '../session/url-fragment';

const heading = 'Set a new password';

export const meta = titleMeta(heading);

/** Target of the password reset link that an admin creates. The URL fragment carries the secret. */
export default function ResetPassword() {
  const secret = useUrlFragment();
  const { mutateAsync: reset } = useResetPassword();
  const navigate = useNavigate();

  async function submit(values: Values) {
    await reset({ secret: secret ?? '', password: chosenPassword(values) });
    addAlert('Password changed', 'success');
    await navigate('/dev/dashboard', { replace: true }); // removes the used secret from the URL
  }

  return (
    <Screen heading={heading} lead="You will be signed out on all devices" width="narrow">
      {secret === '' ? (
        <p>This link is incomplete. Open the full link that you were given.</p>
      ) : (
        <Form submit={submit} noValidate>
          {({ errors, pending }) => (
            <>
              {errors.secret && <p className="text-danger text-sm">{errors.secret}</p>}
              <NewPassword errors={errors} />
              <SubmitButton pending={pending} className="w-full">
                Set password
              </SubmitButton>
            </>
          )}
        </Form>
      )}
    </Screen>
  );
}
