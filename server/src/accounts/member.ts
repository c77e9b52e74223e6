import type { Db, Transaction } from '../db/db.ts';
import { Failure } from '../errors.ts';

/** Who is asking: the user, and the session of this request. Read from the database at each request, in one statement. */
export interface Member {
  id: string;
  sessionId: string;
  name: string;
  email: string;
  avatar: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** When this session signed in or last confirmed its password (milliseconds since 1970). */
  confirmedAt: number;
}

/**
 * Runs a transaction that writes for a member. It locks the session first: a session that was revoked meanwhile fails with `tokenInvalid`, and one that is being
 * revoked waits until the transaction ends.
 */
export const writeAsMember = <T>(db: Db, member: Member, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    if (!(await tx.lock`select id from sessions where id = ${member.sessionId}`)) throw new Failure('tokenInvalid');
    return work(tx);
  });
