import { useRef, useState } from 'react';
import { RequestError, statusOf } from '../../api/client';
import { addAlert } from '../../feedback/alerts';
import { Form, type Values } from '../../forms/Form';
import { TextField } from '../../ui/fields/Field';
import { SubmitButton } from '../../ui/fields/SubmitButton';
import { lazyPart } from '../../ui/lazy-part';
import { Section } from '../../ui/Section';
import { SkeletonFields } from '../../ui/states/Skeleton';
import { useChangeAccount } from '../accounts/account-queries';
import { ConfirmPassword } from '../accounts/ConfirmPassword';
import { HandleField } from '../accounts/HandleField';
import { useSession } from '../accounts/session/session';
import { EmailStatus } from './EmailStatus';

const FormerHandles = lazyPart(async () => (await import('./FormerHandles')).FormerHandles);

/** Changes the name, the handle and the e-mail address. For another address the server may require the password. */
export function NameAndEmail() {
  const { account } = useSession();
  const { mutateAsync: change } = useChangeAccount();
  const dialog = useRef<HTMLDialogElement>(null);
  const settle = useRef<(confirmed: boolean) => void>(undefined);
  /** The confirmed address before the change that waits for a confirmation. */
  const [former, setFormer] = useState<string>();

  function confirmPassword(): Promise<boolean> {
    dialog.current?.showModal();
    return new Promise((resolve) => (settle.current = resolve));
  }

  async function submit({ name = '', handle = '', email = '' }: Values) {
    if (handle === '' && account?.handle)
      throw new RequestError([{ field: 'handle', msg: `Your handle stays @${account.handle} until you choose another one` }]);
    const body = {
      ...(name !== account?.name && { name }),
      ...(handle !== account?.handle && { handle }),
      ...(email !== account?.email && { email }),
    };
    try {
      await change(body);
    } catch (error) {
      if (statusOf(error) !== 403 || !(await confirmPassword())) throw error;
      await change(body);
    }
    if (body.email) setFormer(account?.emailVerified ? account.email : former);
    addAlert('Account updated', 'success');
  }

  return (
    <Section
      id="name"
      heading="Name and e-mail"
      lead="Your name and handle appear next to your posts and comments. Your e-mail is never shown."
    >
      {account ? (
        <Form submit={submit} noValidate aria-label="Name and e-mail">
          {({ errors, pending }) => (
            <>
              <TextField name="name" label="Name" autoComplete="name" defaultValue={account.name} error={errors.name} />
              <HandleField key={account.handle} label="Handle" current={account.handle} error={errors.handle} />
              <TextField
                name="email"
                type="email"
                label="E-mail"
                autoComplete="email"
                defaultValue={account.email}
                error={errors.email}
                hint="Used to sign in"
              />
              <SubmitButton pending={pending} variant="neutral">
                Save
              </SubmitButton>
            </>
          )}
        </Form>
      ) : (
        <SkeletonFields count={3} />
      )}
      {account && <FormerHandles />}
      {account && <EmailStatus account={account} former={former} />}
      <ConfirmPassword
        dialog={dialog}
        lead="You signed in a while ago. Enter your password to change your e-mail address."
        action="Change e-mail"
        onConfirmed={() => settle.current?.(true)}
        onClose={() => settle.current?.(false)}
      />
    </Section>
  );
}
