import { limits } from '@dev-connector/contract';
import { Link, Navigate, useSearchParams } from 'react-router';
import { addAlert } from '../../alerts/alerts';
import { useRegister } from '../../api/auth';
import { afterSignIn } from '../../session/address';
import { useSession } from '../../session/session';
import { TextField } from '../../ui/Field';
import { Form, type Values } from '../../ui/Form';
import { Screen } from '../../ui/Screen';
import { SubmitButton } from '../../ui/SubmitButton';
import { titled } from '../../ui/title';

export const meta = titled('Sign Up');

export default function Register() {
  const [search] = useSearchParams();
  const { mutateAsync: register } = useRegister();
  if (useSession().status === 'member') return <Navigate to={afterSignIn(search)} replace />;

  async function submit({ name = '', email = '', password = '', password2 }: Values) {
    if (password !== password2) return addAlert('Passwords do not match', 'danger');
    return register({ name, email, password });
  }

  return (
    <Screen heading="Sign Up" lead="Create Your Account" width="form">
      <Form submit={submit} noValidate>
        {({ errors, pending }) => (
          <>
            <TextField name="name" label="Name" autoComplete="name" maxLength={limits.name} error={errors.name} />
            <TextField
              name="email"
              type="email"
              label="Email Address"
              autoComplete="email"
              error={errors.email}
              hint="This site uses Gravatar, so if you want a profile image, use an email registered there"
            />
            <TextField name="password" type="password" label="Password" autoComplete="new-password" error={errors.password} />
            <TextField name="password2" type="password" label="Confirm Password" autoComplete="new-password" />
            <SubmitButton pending={pending}>Register</SubmitButton>
          </>
        )}
      </Form>
      <p>
        Already have an account?{' '}
        <Link to={{ pathname: '/dev/login', search: search.toString() }} className="link link-primary">
          Sign In
        </Link>
      </p>
    </Screen>
  );
}
