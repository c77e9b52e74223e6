import { registrationMessages } from '@dev-connector/contract';
import { Link, Navigate, useSearchParams } from 'react-router';
import { RequestError } from '../../../api/client';
import { addAlert } from '../../../feedback/alerts';
import { Form, type Values } from '../../../forms/Form';
import { TextField } from '../../../ui/fields/Field';
import { SubmitButton } from '../../../ui/fields/SubmitButton';
import { Screen } from '../../../ui/Screen';
import { useFetchesPictures } from '../../site/capabilities';
import { titleMeta } from '../../site/meta';
import { useRegistration } from '../../site/site';
import { useRegister } from '../authentication';
import { EmailField } from '../session/EmailField';
import { redirectTarget } from '../session/login-redirect';
import { chosenPassword, NewPassword } from '../session/NewPassword';
import { useSession } from '../session/session';
import { useUrlFragment } from '../session/url-fragment';
import { NewHandle } from './NewHandle';

export const meta = titleMeta('Sign Up');

export default function Register() {
  const [search] = useSearchParams();
  const mode = useRegistration();
  const invitation = useUrlFragment();
  if (useSession().status === 'member') return <Navigate to={redirectTarget(search)} replace />;
  const closedMessage = mode === 'closed' || (mode === 'invited' && invitation === '') ? registrationMessages[mode] : undefined;
  return (
    <Screen heading="Sign Up" lead={closedMessage ? undefined : 'Create Your Account'} width="narrow">
      {closedMessage ? <p>{closedMessage}.</p> : <RegistrationForm invitation={mode === 'invited' ? invitation : undefined} />}
      <p className="text-muted text-sm">
        Already have an account?{' '}
        <Link to={{ pathname: '/dev/login', search: search.toString() }} className="link">
          Sign In
        </Link>
      </p>
    </Screen>
  );
}

/** Also shows errors that the form finds itself as alerts, as it does with those of the server. */
function withAlerts<Result>(check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (error instanceof RequestError) for (const { msg } of error.errors) addAlert(msg, 'danger');
    throw error;
  }
}

function RegistrationForm({ invitation }: { invitation: string | undefined }) {
  const { mutateAsync: register } = useRegister();
  const fetchesPictures = useFetchesPictures();

  async function submit(values: Values) {
    const { name = '', email = '', handle = '' } = values;
    await register({
      name,
      email,
      handle,
      password: withAlerts(() => chosenPassword(values)),
      ...(invitation && { invitation }),
    });
  }

  return (
    <Form submit={submit} noValidate className="flex flex-col gap-4 max-sm:gap-3">
      {({ errors, pending }) => (
        <>
          {errors.invitation && <p className="text-danger text-sm">{errors.invitation}</p>}
          <TextField name="name" label="Name" autoComplete="name" error={errors.name} />
          <EmailField
            autoComplete="email"
            error={errors.email}
            {...(fetchesPictures && { hint: 'This site uses Gravatar, so if you want a profile image, use an email registered there' })}
          />
          <NewPassword errors={errors} />
          <NewHandle error={errors.handle} />
          <SubmitButton pending={pending} className="w-full">
            Register
          </SubmitButton>
        </>
      )}
    </Form>
  );
}
