import { useNavigate } from 'react-router';
import { Form, type Values } from '../../forms/Form';
import { addAlert } from '../../shell/alerts/alerts';
import { Screen } from '../../ui/Screen';
import { SubmitButton } from '../../ui/SubmitButton';
import { titled } from '../../ui/title';
import { useResetPassword } from '../auth-queries';
import { useHash } from '../session/hash';
import { chosenPassword, NewPassword } from '../session/NewPassword';

const heading = 'Set A New Password';

export const meta = titled(heading);

/** Where the link leads that whoever runs the site gives to a member; its secret stands behind the `#`. */
export default function ResetPassword() {
  const secret = useHash();
  const { mutateAsync: reset } = useResetPassword();
  const navigate = useNavigate();

  async function submit(values: Values) {
    await reset({ secret: secret ?? '', password: chosenPassword(values) });
    addAlert('Password Changed', 'success');
    await navigate('/dev/dashboard', { replace: true }); // the address forgets the link, which works no more
  }

  return (
    <Screen heading={heading} lead="Wherever you are signed in now, you will be signed out" width="form">
      {secret === '' ? (
        <p className="panel p-6">This address is not complete. Open the whole link that you were given.</p>
      ) : (
        <Form submit={submit} noValidate>
          {({ errors, pending }) => (
            <>
              {errors.secret && <p className="text-error text-sm">{errors.secret}</p>}
              <NewPassword errors={errors} />
              <SubmitButton pending={pending}>Set Password</SubmitButton>
            </>
          )}
        </Form>
      )}
    </Screen>
  );
}
