import type { Account } from '@dev-connector/contract';
import type { ReactNode } from 'react';
import { useChangeAccount } from '../../accounts/account-queries';
import { Form, type Values } from '../../forms/Form';
import { Avatar } from '../../ui/Avatar';
import { TextField } from '../../ui/Field';
import { SubmitButton } from '../../ui/SubmitButton';

/** The member's name, and how to get a picture. */
export function NameStep({ account, skip, onDone }: { account: Account; skip: ReactNode; onDone: () => void }) {
  const { mutateAsync: change } = useChangeAccount();
  async function submit({ name = '' }: Values) {
    if (name !== account.name) await change({ name });
    onDone();
  }
  return (
    <Form submit={submit} noValidate aria-label="Your name">
      {({ errors, pending }) => (
        <>
          <div className="flex items-start gap-4">
            <Avatar src={account.avatar} size={96} />
            <div className="flex min-w-0 grow flex-col gap-1.5">
              <TextField name="name" label="Name" autoComplete="name" defaultValue={account.name} error={errors.name} />
              <p className="text-muted text-sm">
                Your picture comes from{' '}
                <a href="https://gravatar.com" target="_blank" rel="noreferrer" className="link">
                  Gravatar
                </a>
                . Add one there for <span className="wrap-anywhere">{account.email}</span>, and it appears here.
              </p>
            </div>
          </div>
          <div className="flex gap-2">
            <SubmitButton pending={pending}>Continue</SubmitButton>
            {skip}
          </div>
        </>
      )}
    </Form>
  );
}
