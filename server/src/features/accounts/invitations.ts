import { clockTolerance } from '@dev-connector/contract';
import { type Db, lastId, type Transaction } from '../../platform/db/db.ts';
import { eachRow } from '../../platform/db/each-row.ts';
import { Failure } from '../../platform/errors.ts';
import { newId } from '../../platform/id.ts';
import { hashOf, newSecret } from './secret.ts';

/** Returns the latest valid creation date. Later ones come from a clock that ran ahead, and their invitations would work for too long. */
const latest = () => Date.now() + clockTolerance;

/** Creates an invitation for `uses` sign-ups until `expiresAt` (milliseconds since 1970). Returns the link's secret; only its hash is stored. */
export async function invite(db: Db, { uses, expiresAt }: { uses: number; expiresAt: number }): Promise<string> {
  const secret = newSecret();
  const now = Date.now();
  await db.run`
    insert into invitations (id, secret_hash, uses_left, created_at, expires_at)
    values (${newId()}, ${hashOf(secret)}, ${uses}, ${now}, ${expiresAt})`;
  return secret;
}

export interface InvitationEntry {
  id: string;
  usesLeft: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

const pageSize = 500;

/** Yields the valid invitations, newest first, and reads them in pages. Their links cannot be shown again, because only hashes are stored. */
export const eachInvitation = (db: Db): AsyncGenerator<InvitationEntry> =>
  eachRow<InvitationEntry>(
    pageSize,
    (last) => db.all`
      select id, uses_left as "usesLeft", expires_at as "expiresAt" from invitations
      where uses_left > 0 and expires_at > ${Date.now()} and created_at <= ${latest()} and id < ${last?.id ?? lastId}
      order by id desc limit ${pageSize}`,
  );

/** Deletes a valid invitation. Returns false if no valid invitation has this id. */
export async function revokeInvitation(db: Db, id: string): Promise<boolean> {
  return (
    (await db.run`delete from invitations where id = ${id} and uses_left > 0 and expires_at > ${Date.now()} and created_at <= ${latest()}`) >
    0
  );
}

/** Throws `invitationInvalid` unless the invitation is valid. Does not consume it: call this before costly work such as hashing. */
export async function checkInvitation(db: Db, secret: string): Promise<void> {
  const found = await db.get`
    select id from invitations
    where secret_hash = ${hashOf(secret)} and uses_left > 0 and expires_at > ${Date.now()} and created_at <= ${latest()}`;
  if (!found) throw new Failure('invitationInvalid');
}

/** Consumes one use of the invitation. Shares the transaction of the sign-up, so that a failed sign-up consumes nothing. */
export async function useInvitation(tx: Transaction, secret: string): Promise<void> {
  const used = await tx.run`
    update invitations set uses_left = uses_left - 1
    where secret_hash = ${hashOf(secret)} and uses_left > 0 and expires_at > ${Date.now()} and created_at <= ${latest()}`;
  if (used === 0) throw new Failure('invitationInvalid');
}

/** Deletes up to `count` invitations that are no longer valid. Returns their number. */
export const deleteInvalidInvitations = (db: Db, count: number): Promise<number> => db.run`
  delete from invitations where id in (
    select id from invitations where expires_at <= ${Date.now()} or created_at > ${latest()} or uses_left = 0 limit ${count})`;
