import type { Db, Transaction } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { newId } from '../id.ts';
import { hashOf, newSecret } from '../secret.ts';

/** A link's secret that lets `uses` people sign up until `expiresAt` (milliseconds); only its hash is kept. */
export async function invite(db: Db, { uses, expiresAt }: { uses: number; expiresAt: number }): Promise<string> {
  const secret = newSecret();
  const now = Date.now();
  await db.transaction(async (tx) => {
    await tx.run`delete from invitations where expires_at <= ${now}`;
    await tx.run`
      insert into invitations (id, secret_hash, uses_left, created_at, expires_at)
      values (${newId()}, ${hashOf(secret)}, ${uses}, ${now}, ${expiresAt})`;
  });
  return secret;
}

/** Fails unless the invitation can still be used. Uses nothing up: said before anything costly is done for it. */
export async function checkInvitation(db: Db, secret: string): Promise<void> {
  if (!(await db.get`select id from invitations where secret_hash = ${hashOf(secret)} and uses_left > 0 and expires_at > ${Date.now()}`))
    throw new Failure('invitationInvalid');
}

/** Uses the invitation once, in the transaction of what it is used for. */
export async function useInvitation(tx: Transaction, secret: string): Promise<void> {
  const used = await tx.run`
    update invitations set uses_left = uses_left - 1
    where secret_hash = ${hashOf(secret)} and uses_left > 0 and expires_at > ${Date.now()}`;
  if (used === 0) throw new Failure('invitationInvalid');
}
