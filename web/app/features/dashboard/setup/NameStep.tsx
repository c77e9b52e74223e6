import type { Account } from '@dev-connector/contract';
import type { ReactNode } from 'react';
import { Form, type Values } from '../../../forms/Form';
import { TextField } from '../../../ui/fields/Field';
import { SubmitButton } from '../../../ui/fields/SubmitButton';
import { useChangeAccount } from '../../accounts/account-queries';
import OwnPicture from '../../avatars/OwnPicture';

/** The member's picture and name. */
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
          <OwnPicture avatar={account.avatar} />
          <TextField name="name" label="Name" autoComplete="name" defaultValue={account.name} error={errors.name} />
          <div className="flex gap-2">
            <SubmitButton pending={pending}>Continue</SubmitButton>
            {skip}
          </div>
        </>
      )}
    </Form>
  );
}
