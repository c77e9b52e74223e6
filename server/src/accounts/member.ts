import { type Db, MissingReference, type Transaction } from '../db/db.ts';
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
 * What inserts rows of the member's. Where another session deletes the account meanwhile, the rows refer to nobody: the token that was good a
 * moment ago is none now (`tokenInvalid`). What else the rows refer to, the transaction must hold by a lock.
 */
export function asMember<T>(written: Promise<T>): Promise<T> {
  return written.catch((error) => {
    throw error instanceof MissingReference ? new Failure('tokenInvalid') : error;
  });
}

/** A transaction that does so. */
export const writeAsMember = <T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> => asMember(db.transaction(work));
