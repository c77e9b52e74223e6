import { titleMeta } from '../../site/meta';
import { MailedLink } from './MailedLink';

const heading = 'Restore your e-mail address';

export const meta = titleMeta(heading);

export default function RestoreEmail() {
  return (
    <MailedLink
      heading={heading}
      lead="Your account gets this address back, and all devices are signed out"
      action="Restore the address"
      done="Your e-mail address is restored. If someone else changed it, set a new password, too."
      next={{ to: '/dev/forgot-password', label: 'Set a new password' }}
    />
  );
}
