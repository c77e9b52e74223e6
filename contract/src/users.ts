import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { anyEmail, email, message, object, optional, type Static, secret, string, text } from './schema.ts';

/** A session's secret: 256 random bits, base64url. Sent back as the header `x-auth-token`. */
export const token = object({ token: string() }, { title: 'Token' });

const emailWanted = 'Please include a valid email';
const emailOptions = { title: 'Email', max: limits.email, required: emailWanted, invalid: emailWanted };
export const emailAddress = () => email(emailOptions);
/** The address of an account that exists: some of older accounts are no valid addresses by today's rule. */
export const knownEmailAddress = () => anyEmail(emailOptions);

const passwordWanted = `Please enter a password with ${limits.passwordMin} or more characters`;
export const newPassword = () =>
  secret({
    title: 'Password',
    min: limits.passwordMin,
    max: limits.passwordMax,
    required: passwordWanted,
    invalid: passwordWanted,
    description:
      'Neither a common password nor a simple pattern, nor the name of its owner, their e-mail address or the name of this site.',
  });

/** What a link carries that the owner gave out: 256 random bits, base64url. Any other text is an unknown one. */
export const linkSecret = (options: { title: string; description: string; required?: string }) => text({ ...options, max: 100 });

/** A browser that sends the same random secret at each sign-in is recognised: strangers' attempts on the account cannot lock it out. Only a hash is stored. */
export const deviceHeaders = object({
  'x-device-secret': optional(
    string({ title: 'x-device-secret', pattern: '^[\\w-]{43}$', description: '256 random bits that the client made, in base64url.' }),
  ),
});

export const registration = object(
  {
    name: text({ title: 'Name', max: limits.name, required: 'Name is required' }),
    email: emailAddress(),
    password: newPassword(),
    invitation: optional(linkSecret({ title: 'Invitation', description: 'What the invitation link holds, where the site asks for one.' })),
  },
  { title: 'Registration' },
);
export type Registration = Static<typeof registration>;

/** Sign up. All failing fields are reported at once. */
export const register = endpoint({
  method: 'POST',
  path: '/api/users',
  summary: 'Sign up',
  tag: 'Users',
  who: 'anyone',
  headers: deviceHeaders,
  body: registration,
  reply: token,
  errors: ['userExists', 'passwordEasy', 'registrationClosed', 'invitationNeeded', 'invitationInvalid'],
  rate: 'signUp',
});

/** At once and for good: user, profile, experience, education, posts with what others said there, comments and likes elsewhere, sessions. */
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/profile',
  summary: 'Delete my account and everything of mine',
  tag: 'Users',
  who: 'member',
  sudo: true,
  reply: message,
});
