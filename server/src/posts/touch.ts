import type { Transaction } from '../db/db.ts';

/** Invalidates the cached JSON of a post in all processes. */
export async function touchPost(tx: Transaction, id: string): Promise<void> {
  await tx.run`update posts set version = version + 1 where id = ${id}`;
}
