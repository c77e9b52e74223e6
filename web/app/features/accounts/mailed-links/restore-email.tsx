import { titleMeta } from '../../site/meta';
import { MailedLink } from './MailedLink';

const heading = 'Restore your e-mail address';

export const meta = titleMeta(heading);

export default function RestoreEmail() {
  return (
    <MailedLink
      heading={heading}
      lead="Your account gets this address back, all devices are signed out, and the password stops working"
      action="Restore the address"
      done="Your e-mail address is restored. Set a new password to sign in: the old one no longer works."
      next={{ to: '/dev/forgot-password', label: 'Set a new password' }}
    />
  );
}
