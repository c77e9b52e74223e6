import { useState } from 'react';
import { Link } from 'react-router';
import { Form } from '../../../forms/Form';
import { SubmitButton } from '../../../ui/fields/SubmitButton';
import { Screen } from '../../../ui/Screen';
import { useUrlFragment } from '../session/url-fragment';
import { useVerifyEmail } from './mailed-link-queries';

interface MailedLinkProps {
  heading: string;
  lead: string;
  action: string;
  /** Shown after the link was used. */
  done: string;
  next: { to: string; label: string };
}

/** Target of a mailed link. Only the button uses it, because mail scanners open links. The URL fragment carries the secret. */
export function MailedLink({ heading, lead, action, done, next }: MailedLinkProps) {
  const secret = useUrlFragment();
  const { mutateAsync: use } = useVerifyEmail();
  const [isUsed, setIsUsed] = useState(false);
  return (
    <Screen heading={heading} lead={lead} width="narrow">
      {isUsed ? (
        <>
          <p role="status">{done}</p>
          <p>
            <Link to={next.to} replace className="link">
              {next.label}
            </Link>
          </p>
        </>
      ) : secret === '' ? (
        <p>This link is incomplete. Open the full link in the e-mail.</p>
      ) : (
        <Form
          submit={async () => {
            await use(secret ?? '');
            setIsUsed(true);
          }}
          noValidate
        >
          {({ errors, pending }) => (
            <>
              {errors.secret && (
                <p role="alert" className="text-danger text-sm">
                  {errors.secret}
                </p>
              )}
              <SubmitButton pending={pending} className="w-full">
                {action}
              </SubmitButton>
            </>
          )}
        </Form>
      )}
    </Screen>
  );
}
