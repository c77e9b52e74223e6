import { type Db, MissingReference, type Transaction } from '../db/db.ts';
import { Failure } from '../errors.ts';

/** Who is asking: the user, and the session of this request. */
export interface Member {
  id: string;
  sessionId: string;
}

/**
 * A transaction that inserts rows of the member's. Where another session deletes the account meanwhile, the rows refer to nobody: the token that was good a
 * moment ago is none now (`tokenInvalid`). What else the rows refer to, `work` must hold by a lock.
 */
export function writeAsMember<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(work).catch((error) => {
    throw error instanceof MissingReference ? new Failure('tokenInvalid') : error;
  });
}
