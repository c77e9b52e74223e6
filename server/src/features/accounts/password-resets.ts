import { clockTolerance, resetMinutes } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Db, Reader } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import { newId } from '../../platform/id.ts';
import type { Client, Opened } from './auth.ts';
import { forgetCallers } from './known-callers.ts';
import { deleteMailedLinks, findMailedLink } from './mail/links.ts';
import { confirmBy } from './mail/verification.ts';
import { passwordsOf } from './passwords/password.ts';
import { hashOf, newSecret } from './secret.ts';
import { insertSession } from './sessions.ts';

/** Returns the latest valid creation date. Later ones come from a clock that ran ahead, and their links would work for too long. */
const latest = () => Date.now() + clockTolerance;

/** Creates the secret of a reset link, which works once and for `resetMinutes`. Replaces the user's previous link. */
export async function createResetLink(db: Db, userId: string): Promise<string> {
  const secret = newSecret();
  const now = Date.now();
  await db.run`
    insert into password_resets (id, secret_hash, user_id, created_at, expires_at)
    values (${newId()}, ${hashOf(secret)}, ${userId}, ${now}, ${now + resetMinutes * 60_000})
    on conflict (user_id) do update
    set id = excluded.id, secret_hash = excluded.secret_hash, created_at = excluded.created_at, expires_at = excluded.expires_at`;
  return secret;
}

/** Returns the valid link with this secret, printed for an admin or mailed. */
async function findLink(db: Reader, secret: string): Promise<{ userId: string; email?: string } | undefined> {
  const printed = await db.get<{ userId: string }>`
    select user_id as "userId" from password_resets
    where secret_hash = ${hashOf(secret)} and expires_at > ${Date.now()} and created_at <= ${latest()}`;
  if (printed) return printed;
  const mailed = await findMailedLink(db, secret);
  return mailed?.purpose === 'reset' ? mailed : undefined;
}

/** Sets a new password for the user of a reset link and consumes the link. Deletes all sessions and returns the token of a new one. */
export async function resetPassword(
  context: Context,
  { secret, password }: { secret: string; password: string },
  { device, caller }: Client,
): Promise<Opened> {
  const { db, events } = context;
  const found = await findLink(db, secret);
  const user = await db.get<{ id: string; name: string; email: string }>`
    select id, name, email from users where id = ${found?.userId ?? ''} and deleted_at is null`;
  if (!user) throw new Failure('resetInvalid'); // fails before the costly hash
  const passwordHash = await passwordsOf(context).hashNew(password, user, { ...caller, known: true });
  return db.transaction(async (tx) => {
    // Lock the user first, as a password change does, to avoid a deadlock between the two.
    const current = await tx.lock<{ email: string }>`select email from users where id = ${user.id} and deleted_at is null`;
    const link = await findLink(tx, secret);
    if (!current || !link) throw new Failure('resetInvalid'); // a concurrent request has consumed the link or deleted the account
    const { userId, email } = link;
    if (email !== undefined && email !== current.email) throw new Failure('resetInvalid'); // it was mailed to a former address
    await tx.run`delete from password_resets where user_id = ${userId}`;
    await deleteMailedLinks(tx, userId, 'reset');
    await tx.run`update users set password_hash = ${passwordHash} where id = ${userId}`;
    if (email !== undefined) await confirmBy(tx, { userId, email });
    await tx.run`delete from sessions where user_id = ${userId}`;
    await forgetCallers(tx, userId);
    await events.publish(tx, 'password.changed', { userId });
    return { userId, token: await insertSession(tx, events, userId, device) };
  });
}

/** Deletes up to `count` reset links that are no longer valid. Returns their number. */
export const deleteInvalidResets = (db: Db, count: number): Promise<number> => db.run`
  delete from password_resets where id in (
    select id from password_resets where expires_at <= ${Date.now()} or created_at > ${latest()} limit ${count})`;
