import { titleMeta } from '../../site/meta';
import { MailedLink } from './MailedLink';

const heading = 'Confirm your e-mail address';

export const meta = titleMeta(heading);

export default function ConfirmEmail() {
  return (
    <MailedLink
      heading={heading}
      lead="Show that the address of your account is yours"
      action="Confirm the address"
      done="Your e-mail address is confirmed."
      next={{ to: '/dev/dashboard', label: 'Go to the dashboard' }}
    />
  );
}
