import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Form } from '../../../forms/Form';
import { SubmitButton } from '../../../ui/fields/SubmitButton';
import { Screen } from '../../../ui/Screen';
import { useSendsMail } from '../../site/capabilities';
import { titleMeta } from '../../site/meta';
import { AskAdmin } from '../login/ForgotPassword';
import { useRequestReset } from '../mailed-links/mailed-link-queries';
import { EmailField } from '../session/EmailField';

const heading = 'Forgot your password?';

export const meta = titleMeta(heading);

/** Asks for the address of the account. Says the same for every address, so that it does not reveal who has an account. */
export default function ForgotPasswordScreen() {
  const { mutateAsync: request } = useRequestReset();
  const [isSent, setIsSent] = useState(false);
  if (!useSendsMail())
    return (
      <Screen heading={heading} width="narrow">
        <p>
          This site sends no e-mail. <AskAdmin />
        </p>
        <BackToLogin />
      </Screen>
    );
  return (
    <Screen heading={heading} lead="We send you a link that sets a new one" width="narrow">
      {isSent ? (
        <Sent />
      ) : (
        <Form
          submit={async ({ email = '' }) => {
            await request({ email });
            setIsSent(true);
          }}
          noValidate
        >
          {({ errors, pending }) => (
            <>
              <EmailField autoComplete="username" error={errors.email} />
              <SubmitButton pending={pending} className="w-full">
                Send the link
              </SubmitButton>
            </>
          )}
        </Form>
      )}
      <BackToLogin />
    </Screen>
  );
}

const BackToLogin = () => (
  <p className="text-muted text-sm">
    <Link to="/dev/login" className="link">
      Back to signing in
    </Link>
  </p>
);

function Sent() {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <p ref={text} tabIndex={-1} className="outline-none">
      If an account has this address, an e-mail with a link is on its way. The link works for an hour. Look into the spam folder, too.
    </p>
  );
}
