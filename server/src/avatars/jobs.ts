import type { Context } from '../context.ts';
import type { Db, Transaction } from '../db/db.ts';
import { sha256 } from '../sha256.ts';
import { fetchPicture } from './avatar-service.ts';
import type { Picture } from './avatars.ts';

const hour = 60 * 60_000; // ms
/** Users without a picture per hour, and the pause between their jobs, so that an upgrade of a large site does not flood the avatar service. */
const batch = { users: 1000, pause: 3000 };

/** Fetches the picture of each new user and each new e-mail address once, and those of users from before this feature or from a time without an avatar service. */
export function fetchAvatars({ db, events, jobs, settings: { avatarServiceUrl } }: Context): void {
  const enqueueFetch = async (tx: Transaction, { userId }: { userId: string }) => {
    if (avatarServiceUrl) await jobs.enqueue(tx, { kind: 'avatar.fetch', payload: { userId }, key: userId });
  };
  jobs.handle('avatar.fetch', async ({ userId }) => {
    const user = await db.get<{ email: string }>`select email from users where id = ${userId} and deleted_at is null`;
    if (avatarServiceUrl && user) await save(db, userId, await fetchPicture(avatarServiceUrl, user.email));
  });
  jobs.every('avatars.missing', hour, async () => {
    if (!avatarServiceUrl) return;
    const users = await db.all<{ id: string }>`
      select id from users u where deleted_at is null and not exists (select 1 from avatars where user_id = u.id)
        and not exists (select 1 from jobs where kind = 'avatar.fetch' and key = u.id)
      order by id limit ${batch.users}`;
    const now = Date.now();
    await db.transaction(async (tx) => {
      for (const [index, { id }] of users.entries())
        await jobs.enqueue(tx, { kind: 'avatar.fetch', payload: { userId: id }, key: id, runAt: now + index * batch.pause });
    });
  });
  events.on('user.created', enqueueFetch);
  events.on('user.emailChanged', async (tx, { userId }) => {
    await tx.run`delete from avatars where user_id = ${userId}`; // the picture of the old address
    await enqueueFetch(tx, { userId });
  });
}

/** Stores the picture, or that the service has none. Selects from `users`, because the account may have been deleted in the meantime. */
async function save(db: Db, userId: string, picture: Picture | undefined): Promise<void> {
  const { type, bytes } = picture ?? {};
  await db.run`
    insert into avatars (user_id, type, picture, hash, fetched_at)
    select id, ${type ?? null}, ${bytes?.toString('base64') ?? null}, ${bytes ? sha256(bytes) : null}, cast(${Date.now()} as bigint)
    from users where id = ${userId} and deleted_at is null
    on conflict (user_id) do update set type = excluded.type, picture = excluded.picture, hash = excluded.hash, fetched_at = excluded.fetched_at`;
}
