import { endpoint } from './endpoint.ts';
import { limits, sessionDays, sessionDaysInAll } from './limits.ts';
import { array, boolean, byId, id, instant, message, object, optional, type Static, secret, string } from './schema.ts';
import { deviceHeaders, knownEmailAddress, linkSecret, newPassword, token } from './users.ts';

export const credentials = object(
  {
    email: knownEmailAddress(),
    password: secret({ title: 'Password', max: limits.passwordMax, required: 'Password is required' }),
  },
  { title: 'Credentials' },
);
export type Credentials = Static<typeof credentials>;

/** The member who is signed in. An e-mail address leaves the server here, and in the member's own data (account-data.ts), and nowhere else. */
export const account = object({ _id: id(), name: string(), email: string(), avatar: string(), date: instant() }, { title: 'Account' });
export type Account = Static<typeof account>;

export const session = object(
  {
    _id: id(),
    current: boolean({ description: 'The session of this very request.' }),
    device: optional(string({ description: 'User agent at sign-in.' })),
    date: instant(),
    lastUsed: instant(),
  },
  {
    title: 'Session',
    description: `Ends ${sessionDays} days after its last use, and ${sessionDaysInAll} days after its date whatever its use.`,
  },
);
export type Session = Static<typeof session>;

/** An unknown e-mail and a wrong password answer with the same bytes after the same time. */
export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth',
  summary: 'Sign in',
  tag: 'Auth',
  who: 'anyone',
  headers: deviceHeaders,
  body: credentials,
  reply: token,
  errors: ['invalidCredentials'],
  rate: 'signIn',
});

export const readAccount = endpoint({ method: 'GET', path: '/api/auth', summary: 'Who am I', tag: 'Auth', who: 'member', reply: account });

export const signOut = endpoint({
  method: 'DELETE',
  path: '/api/auth',
  summary: 'End this session',
  tag: 'Auth',
  who: 'member',
  reply: message,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'Where am I signed in',
  tag: 'Auth',
  who: 'member',
  reply: array(session),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  summary: 'End one of my sessions',
  tag: 'Auth',
  who: 'member',
  params: byId,
  reply: message,
  notFound: 'sessionNotFound',
});

/** Ends every session but this one. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'End all my other sessions',
  tag: 'Auth',
  who: 'member',
  reply: message,
});

/** Lets this session do what needs a fresh sign-in, for `sudoMinutes`. */
export const confirmPassword = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  summary: 'Confirm my password',
  tag: 'Auth',
  who: 'member',
  headers: deviceHeaders,
  body: object(
    { password: secret({ title: 'Password', max: limits.passwordMax, required: 'Password is required' }) },
    { title: 'Confirmation' },
  ),
  reply: message,
  errors: ['passwordWrong'],
  rate: 'signIn',
});

/** Ends every other session, voids reset links, and answers with a new token for this session. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/password',
  summary: 'Change my password',
  tag: 'Auth',
  who: 'member',
  headers: deviceHeaders,
  body: object(
    {
      current: secret({ title: 'Current password', max: limits.passwordMax, required: 'Current password is required' }),
      password: newPassword(),
    },
    { title: 'PasswordChange' },
  ),
  reply: token,
  errors: ['currentPasswordWrong', 'passwordEasy'],
  rate: 'signIn',
});

/** Minutes that a link to set a new password works, once. */
export const resetMinutes = 30;

/** Sets a new password with the secret of a link from whoever runs the site; ends every session and answers with the token of a fresh one. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset',
  summary: 'Set a new password with a link',
  tag: 'Auth',
  who: 'anyone',
  headers: deviceHeaders,
  body: object(
    {
      secret: linkSecret({
        title: 'Secret',
        required: 'The link is not complete',
        description: 'What stands behind the # of the link.',
      }),
      password: newPassword(),
    },
    { title: 'PasswordReset' },
  ),
  reply: token,
  errors: ['resetInvalid', 'passwordEasy'],
  rate: 'password',
});
