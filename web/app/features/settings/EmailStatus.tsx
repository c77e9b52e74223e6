import type { Account } from '@dev-connector/contract';
import { PendingButton } from '../../ui/PendingButton';
import { useRequestVerification } from '../accounts/mailed-links/mailed-link-queries';
import { useSendsMail } from '../site/sends-mail';

/** Says whether the member's address is confirmed or refuses mail, and sends another link. */
export function EmailStatus({ account: { emailVerified, emailRejected } }: { account: Account }) {
  const { mutateAsync: request } = useRequestVerification(emailVerified);
  if (!useSendsMail()) return null;
  if (emailVerified && !emailRejected) return <p className="text-muted text-sm">Your e-mail address is confirmed.</p>;
  return (
    <div className="flex flex-col items-start gap-2 rounded-md bg-sunken px-3 py-2 text-sm">
      <p>
        {emailRejected
          ? 'Mail to this address was refused. Correct the address, or try again.'
          : 'This address is not confirmed yet. Open the link in the e-mail that we sent you.'}
      </p>
      <PendingButton size="sm" onPress={() => request()}>
        {emailVerified ? 'Try again' : 'Send another link'}
      </PendingButton>
    </div>
  );
}
