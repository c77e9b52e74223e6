import { endpoint } from '../shared/endpoint.ts';
import { message, object } from '../shared/schema.ts';
import { knownEmailAddress, linkSecret } from './users.ts';

/** Mails a reset link that works once, for an hour. The response is the same for every address, and takes the same time. */
export const requestReset = endpoint({
  method: 'POST',
  path: '/api/auth/forgot',
  summary: 'Ask for a link that sets a new password',
  tag: 'Auth',
  access: 'anyone',
  body: object({ email: knownEmailAddress() }, { title: 'ForgottenPassword' }),
  reply: message,
  errors: ['mailDisabled'],
  rate: 'forgot',
});

/** Confirms an e-mail address, or restores an earlier one, with the secret of a mailed link. Restoring also ends all sessions and removes the password. Opening the link changes nothing, because mail scanners open links. */
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify',
  summary: 'Confirm an e-mail address with a link',
  tag: 'Auth',
  access: 'anyone',
  body: object(
    { secret: linkSecret({ title: 'Secret', required: 'The link is incomplete', description: 'The fragment of the link, without #.' }) },
    { title: 'Verification' },
  ),
  reply: message,
  errors: ['linkInvalid', 'userExists'],
  rate: 'password',
});

/** Mails another link that confirms the member's address. Earlier ones stop working. Mail to a confirmed address that was refused is sent again. */
export const requestVerification = endpoint({
  method: 'POST',
  path: '/api/account/verification',
  summary: 'Ask for a link that confirms your e-mail address',
  tag: 'Users',
  access: 'member',
  unverified: true,
  reply: message,
  errors: ['mailDisabled'],
  rate: 'verification',
});
