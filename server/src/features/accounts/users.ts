import {
  type Account,
  type AccountChange,
  avatarPath,
  type Member as PublicMember,
  type Registration,
  type RegistrationMode,
} from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import { type Db, DuplicateKey } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import { emailKey } from '../../platform/http/schemas/email.ts';
import { newId } from '../../platform/id.ts';
import type { Member } from '../../platform/member.ts';
import { changeHandle, giveHandle, releaseHandles, userIdOf } from '../handles/handles.ts';
import { type Viewer, visiblePeople } from '../visibility/policy.ts';
import { showActivity } from './activity.ts';
import { toAccount } from './auth.ts';
import { showDrawings } from './drawings.ts';
import { checkInvitation, useInvitation } from './invitations.ts';
import { forgetCallers } from './known-callers.ts';
import { refuseReserved } from './mail/former-addresses.ts';
import { deleteMailedLinks } from './mail/links.ts';
import { writeAsMember } from './member.ts';
import { type Caller, passwordsOf } from './passwords/password.ts';
import { requireSudo } from './sessions.ts';

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** An account was created. */
    'user.created': { userId: string };
    /** A user changed their name. */
    'user.renamed': { userId: string };
    /** A user changed their e-mail address, or undid the change; `before` is the address until then, and `wasPending` whether its confirmation was missing. */
    'user.emailChanged': { userId: string; before: string; wasPending: boolean; undone: boolean };
    /** An account was deleted: its content is hidden until a job deletes it. */
    'user.deleted': { userId: string; email: string; wasPending: boolean };
  }
}

/** Throws unless the registration mode allows this sign-up. Runs before the costly password hash. */
async function admit(db: Db, mode: RegistrationMode, invitation: string | undefined): Promise<void> {
  if (mode === 'closed') throw new Failure('registrationClosed');
  if (mode === 'open') return;
  if (!invitation) throw new Failure('invitationNeeded');
  await checkInvitation(db, invitation);
}

/** Creates a user if the registration mode allows it. Throws `userExists` if the e-mail address is taken, also by a concurrent sign-up, or reserved, and
 * `handleTaken` or `handleReserved` if the handle is. */
export async function register(
  context: Context,
  { name, email, password, handle, invitation }: Registration,
  caller: Caller,
): Promise<{ id: string; passwordHash: string }> {
  const {
    db,
    events,
    settings: { registration: mode },
  } = context;
  await admit(db, mode, invitation);
  const id = newId();
  const passwordHash = await passwordsOf(context).hashNew(password, { name, email }, caller);
  await db.transaction(async (tx) => {
    if (mode === 'invited' && invitation) await useInvitation(tx, invitation);
    const created = await tx.run`
      insert into users (id, name, email, email_key, password_hash, created_at)
      values (${id}, ${name}, ${email}, ${emailKey(email)}, ${passwordHash}, ${Date.now()})
      on conflict (email_key) do nothing`;
    if (created === 0) throw new Failure('userExists');
    await refuseReserved(tx, id, email);
    await giveHandle(tx, { id, name }, handle);
    await events.publish(tx, 'user.created', { userId: id });
  });
  return { id, passwordHash };
}

/**
 * Returns the name, handle and picture of a member, by id, or by `@` and a handle. Throws `userNotFound`, for visitors `noToken`, if the viewer may not see a member
 * with it.
 */
export async function readMember(db: Db, viewer: Viewer, user: string): Promise<PublicMember> {
  const row = await db.get<{ id: string; name: string; handle: string | null }>`
    select id, name, handle from ${visiblePeople(viewer)} u where id = ${(await userIdOf(db, user)) ?? ''}`;
  if (!row) throw new Failure(viewer === 'visitors' ? 'noToken' : 'userNotFound');
  const { id, name, handle } = row;
  return { _id: id, name, ...(handle !== null && { handle }), avatar: avatarPath(id) };
}

/**
 * Changes the member's name, handle and e-mail address; omitted fields stay unchanged. Another address requires sudo mode and voids reset links. Throws `userExists`
 * if the address is taken, also by a concurrent request, or reserved.
 */
export function changeAccount({ db, events }: Context, member: Member, change: AccountChange): Promise<Account> {
  return writeAsMember(db, member, async (tx) => {
    // Compare with the locked row: a concurrent request may have changed it since this one was authenticated.
    const before = await tx.lock<{
      name: string;
      handle: string | null;
      email: string;
      email_pending: number | null;
      active_at: number | null;
      hides_drawings: number | null;
    }>`
      select name, handle, email, email_pending, active_at, hides_drawings from users where id = ${member.id}`;
    if (!before) throw new Failure('tokenInvalid');
    const { name = before.name, email = before.email } = change;
    const handle = change.handle || before.handle;
    if (email !== before.email) requireSudo(member);
    await tx.run`update users set name = ${name}, email = ${email}, email_key = ${emailKey(email)} where id = ${member.id}`;
    if (name !== before.name) await events.publish(tx, 'user.renamed', { userId: member.id });
    // Before the address, because the mail about the handle goes to the address until then.
    if (handle !== null && handle !== before.handle) await changeHandle(tx, events, { id: member.id, handle: before.handle }, handle);
    if (email !== before.email) {
      await refuseReserved(tx, member.id, email);
      await tx.run`delete from password_resets where user_id = ${member.id}`;
      await deleteMailedLinks(tx, member.id, 'reset');
      await deleteMailedLinks(tx, member.id, 'verify');
      await tx.run`update users set email_rejected_at = null, email_verified_at = null where id = ${member.id}`;
      const wasPending = before.email_pending === 1;
      await events.publish(tx, 'user.emailChanged', { userId: member.id, before: before.email, wasPending, undone: false });
    }
    const shown = before.active_at !== null;
    const { showActivity: shows = shown } = change;
    const activeAt = shows === shown ? before.active_at : await showActivity(tx, events, member.id, shows);
    const drawn = before.hides_drawings !== 1;
    const { showDrawings: draws = drawn } = change;
    if (draws !== drawn) await showDrawings(tx, events, member.id, draws);
    const verification = email === before.email ? {} : { emailVerifiedAt: null, emailRejectedAt: null };
    return toAccount({ ...member, ...verification, name, handle, email, activeAt, hidesDrawings: draws ? 0 : 1 });
  }).catch((error) => {
    throw error instanceof DuplicateKey ? new Failure('userExists') : error; // only the address can be taken
  });
}

/**
 * Deletes an account: its sessions, profile, picture and name immediately. Hides its posts, comments and likes until batches have deleted them (deletion/batches.ts).
 * Throws `tokenInvalid` if a concurrent request has already deleted the account.
 */
export async function deleteAccount({ db, events }: Context, { id }: Pick<Member, 'id'>): Promise<void> {
  await db.transaction(async (tx) => {
    // Delete the sessions first, because every write by a member locks the session first.
    await tx.run`delete from sessions where user_id = ${id}`;
    const user = await tx.lock<{ email: string; email_pending: number | null }>`
      select email, email_pending from users where id = ${id} and deleted_at is null`;
    if (!user) throw new Failure('tokenInvalid');
    await tx.run`
      update users set name = '', handle = null, handle_key = null, email = '', email_key = id, password_hash = '', active_at = null, hides_drawings = null,
        email_verified_at = null, email_rejected_at = null, email_pending = null, deleted_at = ${Date.now()} where id = ${id}`;
    await forgetCallers(tx, id);
    await releaseHandles(tx, id);
    await tx.run`delete from password_resets where user_id = ${id}`;
    await events.publish(tx, 'user.deleted', { userId: id, email: user.email, wasPending: user.email_pending === 1 });
    await tx.run`delete from mailed_links where user_id = ${id}`;
  });
}
