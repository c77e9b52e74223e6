import type { Account } from '@dev-connector/contract';
import { CircleCheck, MailWarning } from 'lucide-react';
import { PendingButton } from '../../ui/PendingButton';
import { useRequestVerification } from '../accounts/mailed-links/mailed-link-queries';
import { useSendsMail } from '../site/capabilities';

interface EmailStatusProps {
  account: Account;
  /** The confirmed address before the change that waits for a confirmation. */
  former?: string | undefined;
}

/** Says whether the member's address is confirmed or refuses mail, and sends another link. */
export function EmailStatus({ account: { email, emailVerified, emailRejected }, former }: EmailStatusProps) {
  const { mutateAsync: request } = useRequestVerification(emailVerified);
  if (!useSendsMail()) return null;
  if (emailVerified && !emailRejected)
    return (
      <p className="flex items-center gap-1.5 text-muted text-sm">
        <CircleCheck aria-hidden size={16} className="shrink-0" />
        Your e-mail address is confirmed.
      </p>
    );
  return (
    <div className="flex gap-3 rounded-md bg-sunken p-4 text-sm">
      <MailWarning aria-hidden size={16} className="mt-0.5 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-3">
        <div className="wrap-anywhere flex flex-col gap-1">
          <p className="font-medium">{emailRejected ? 'Mail to this address was refused.' : 'This address is not confirmed yet.'}</p>
          <p className="text-muted">
            {emailRejected ? 'Correct the address, or try again.' : `Open the link in the e-mail that we sent to ${email}.`}
          </p>
          {former && former !== email && (
            <p className="text-muted">{`For seven days, ${former} can undo the change with the link that we sent there.`}</p>
          )}
        </div>
        <PendingButton size="sm" onPress={() => request()}>
          {emailVerified ? 'Try again' : 'Send another link'}
        </PendingButton>
      </div>
    </div>
  );
}
