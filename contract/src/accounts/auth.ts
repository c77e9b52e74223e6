import { avatar } from '../avatars.ts';
import { chosenHandle, handle } from '../handles.ts';
import { endpoint } from '../shared/endpoint.ts';
import { limits, sessionDays, sessionDaysInAll } from '../shared/limits.ts';
import { array, boolean, byId, id, instant, message, object, optional, type Static, secret, string, text } from '../shared/schema.ts';
import { deviceHeaders, emailAddress, knownEmailAddress, linkSecret, newPassword, token } from './users.ts';

export const credentials = object(
  {
    email: knownEmailAddress(),
    password: secret({ title: 'Password', max: limits.passwordMax, required: 'Password is required' }),
  },
  { title: 'Credentials' },
);
export type Credentials = Static<typeof credentials>;

/** The signed-in member. Only this response and the member's own data (account-data.ts) contain an e-mail address. */
export const account = object(
  {
    _id: id(),
    name: string(),
    handle: handle(),
    email: string(),
    avatar: avatar(),
    date: instant(),
    showActivity: boolean({ description: 'Whether the directory may sort the member by recent activity.' }),
    lastActive: optional(string({ format: 'date-time', description: 'To the hour. Stored only with `showActivity`.' })),
    emailVerified: boolean({ description: 'Whether the member has confirmed the e-mail address with a mailed link.' }),
    emailRejected: optional(boolean({ description: 'True if the mail server refused the address.' })),
    showDrawings: boolean({ description: 'Whether pages draw the career and the activity of the member. Default: true.' }),
  },
  { title: 'Account' },
);
export type Account = Static<typeof account>;

export const session = object(
  {
    _id: id(),
    current: boolean({ description: 'Whether this request uses the session.' }),
    device: optional(string({ description: 'User agent at sign-in.' })),
    date: instant(),
    lastUsed: instant(),
  },
  {
    title: 'Session',
    description: `Expires ${sessionDays} days after its last use, and at the latest ${sessionDaysInAll} days after its date.`,
  },
);
export type Session = Static<typeof session>;

/** An unknown e-mail address and a wrong password get the same response after the same time, so that accounts cannot be enumerated. */
export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth',
  summary: 'Sign in',
  tag: 'Auth',
  access: 'anyone',
  headers: deviceHeaders,
  body: credentials,
  reply: token,
  errors: ['invalidCredentials'],
  rate: 'signIn',
});

export const readAccount = endpoint({
  method: 'GET',
  path: '/api/auth',
  summary: 'Get the signed-in member',
  tag: 'Auth',
  access: 'member',
  reply: account,
});

export const accountChange = object(
  {
    name: optional(text({ title: 'Name', max: limits.name, required: 'Name is required' })),
    email: optional(emailAddress()),
    handle: chosenHandle('Default: no change.'),
    showActivity: optional(boolean({ title: 'Show activity' })),
    showDrawings: optional(boolean({ title: 'Show drawings' })),
  },
  { title: 'AccountChange' },
);
export type AccountChange = Static<typeof accountChange>;

/** Changes the member's name, handle, e-mail address, whether the directory may use their activity, and whether pages draw their career and activity. An absent field stays unchanged. Another e-mail address requires sudo mode. The former handle leads to the member for another `handleDays`. */
export const changeAccount = endpoint({
  method: 'PATCH',
  path: '/api/account',
  summary: 'Change your name, handle or e-mail address',
  tag: 'Users',
  access: 'member',
  unverified: true,
  body: accountChange,
  reply: account,
  errors: ['userExists', 'handleTaken', 'handleReserved', 'handleChangesFull', 'confirmationNeeded'],
});

export const signOut = endpoint({
  method: 'DELETE',
  path: '/api/auth',
  summary: 'Sign out',
  tag: 'Auth',
  access: 'member',
  unverified: true,
  reply: message,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'List your sessions',
  tag: 'Auth',
  access: 'member',
  reply: array(session),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  summary: 'End one of your sessions',
  tag: 'Auth',
  access: 'member',
  unverified: true,
  params: byId,
  reply: message,
  notFound: 'sessionNotFound',
});

/** Ends all sessions except the current one. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'End all your other sessions',
  tag: 'Auth',
  access: 'member',
  unverified: true,
  reply: message,
});

/** Lets the session use endpoints marked `sudo` for `sudoMinutes`. */
export const confirmPassword = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  summary: 'Confirm your password',
  tag: 'Auth',
  access: 'member',
  unverified: true,
  headers: deviceHeaders,
  body: object(
    { password: secret({ title: 'Password', max: limits.passwordMax, required: 'Password is required' }) },
    { title: 'Confirmation' },
  ),
  reply: message,
  errors: ['passwordWrong'],
  rate: 'signIn',
});

/** Ends all other sessions, invalidates reset links and returns a new token for this session. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/password',
  summary: 'Change your password',
  tag: 'Auth',
  access: 'member',
  unverified: true,
  headers: deviceHeaders,
  body: object(
    {
      current: secret({ title: 'Current password', max: limits.passwordMax, required: 'Current password is required' }),
      password: newPassword(),
    },
    { title: 'PasswordChange' },
  ),
  reply: token,
  errors: ['currentPasswordWrong', 'passwordUnchanged', 'passwordEasy'],
  rate: 'signIn',
});

/** Lifetime of a password reset link from an admin in minutes. A link works once. */
export const resetMinutes = 30;

/** Sets a new password with the secret of a reset link from an admin, ends all sessions and returns the token of a new one. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset',
  summary: 'Set a new password with a link',
  tag: 'Auth',
  access: 'anyone',
  headers: deviceHeaders,
  body: object(
    {
      secret: linkSecret({
        title: 'Secret',
        required: 'The link is incomplete',
        description: 'The fragment of the link, without #.',
      }),
      password: newPassword(),
    },
    { title: 'PasswordReset' },
  ),
  reply: token,
  errors: ['resetInvalid', 'passwordEasy'],
  rate: 'password',
});
