import { Link, Navigate, useSearchParams } from 'react-router';
import { addAlert } from '../../alerts/alerts';
import { useRegister } from '../../api/auth';
import { Refusal } from '../../api/client';
import { Form, type Values } from '../../forms/Form';
import { afterSignIn } from '../../session/address';
import { EmailField } from '../../session/EmailField';
import { useSession } from '../../session/session';
import { TextField } from '../../ui/Field';
import { Screen } from '../../ui/Screen';
import { SubmitButton } from '../../ui/SubmitButton';
import { titled } from '../../ui/title';

export const meta = titled('Sign Up');

export default function Register() {
  const [search] = useSearchParams();
  const { mutateAsync: register } = useRegister();
  if (useSession().status === 'member') return <Navigate to={afterSignIn(search)} replace />;

  async function submit({ name = '', email = '', password = '', password2 }: Values) {
    if (password !== password2) {
      const msg = 'Passwords do not match';
      addAlert(msg, 'danger');
      throw new Refusal([{ msg, field: 'password2' }]);
    }
    await register({ name, email, password });
  }

  return (
    <Screen heading="Sign Up" lead="Create Your Account" width="form">
      <Form submit={submit} noValidate>
        {({ errors, pending }) => (
          <>
            <TextField name="name" label="Name" autoComplete="name" error={errors.name} />
            <EmailField autoComplete="email" error={errors.email} />
            <TextField name="password" type="password" label="Password" autoComplete="new-password" error={errors.password} />
            <TextField name="password2" type="password" label="Confirm Password" autoComplete="new-password" error={errors.password2} />
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
