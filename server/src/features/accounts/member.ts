import type { Db, Transaction } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import type { Member } from '../../platform/member.ts';

/**
 * Runs a transaction that writes for a member. Locks the session first, so that a concurrent revocation waits until the transaction ends.
 * Throws `tokenInvalid` if the session was already revoked.
 */
export const writeAsMember = <T>(db: Db, member: Member, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    if (!(await tx.lock`select id from sessions where id = ${member.sessionId}`)) throw new Failure('tokenInvalid');
    return work(tx);
  });
