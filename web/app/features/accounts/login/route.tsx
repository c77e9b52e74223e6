import { useRef } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { ApiError } from '../../../api/client';
import { Form, type Values } from '../../../forms/Form';
import { TextField } from '../../../ui/fields/Field';
import { SubmitButton } from '../../../ui/fields/SubmitButton';
import { Screen } from '../../../ui/Screen';
import { useFetchesPictures } from '../../site/capabilities';
import { titleMeta } from '../../site/meta';
import { useSignIn } from '../authentication';
import { EmailField } from '../session/EmailField';
import { fromMemberScreen, redirectTarget } from '../session/login-redirect';
import { useSession, useToken } from '../session/session';
import { useShownPassword } from '../session/useShownPassword';
import { ForgotPassword } from './ForgotPassword';
import { signInReason } from './reason';

export const meta = titleMeta('Sign In');

export default function Login() {
  const [search] = useSearchParams();
  // The browser keeps the state of a navigation over a reload, and the server does not know it.
  const isVisitor = useToken() === null;
  const isFromMemberScreen = useLocation().state === fromMemberScreen && isVisitor;
  const reason = (isFromMemberScreen || search.has('to')) && signInReason(redirectTarget(search));
  const form = useRef<HTMLFormElement>(null);
  const { mutateAsync: send } = useSignIn();
  const { attributes, toggle } = useShownPassword('password');
  const fetchesPictures = useFetchesPictures();
  if (useSession().status === 'member') return <Navigate to={redirectTarget(search)} replace />;

  async function signIn({ email = '', password = '' }: Values) {
    try {
      await send({ email, password });
    } catch (error) {
      const isRefused = error instanceof ApiError && error.errors.some(({ code }) => code === 'invalidCredentials');
      if (isRefused) form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
      throw error;
    }
  }

  return (
    <Screen heading="Sign In" lead="Sign Into Your Account" width="narrow">
      {reason && <p className="rounded-md bg-sunken px-3 py-2 font-medium">{reason}</p>}
      <Form ref={form} submit={signIn} noValidate>
        {({ errors, pending }) => (
          <>
            <EmailField autoComplete="username" error={errors.email} />
            <TextField name="password" {...attributes} label="Password" autoComplete="current-password" error={errors.password} />
            {toggle}
            <SubmitButton pending={pending} className="w-full">
              Login
            </SubmitButton>
          </>
        )}
      </Form>
      <div className="flex flex-col gap-3 text-muted text-sm">
        <p>
          Don't have an account?{' '}
          <Link to={{ pathname: '/dev/register', search: search.toString() }} className="link">
            Sign Up
          </Link>
        </p>
        <ForgotPassword />
        {fetchesPictures && <p>To show a picture, use an email address registered with Gravatar.</p>}
      </div>
    </Screen>
  );
}
