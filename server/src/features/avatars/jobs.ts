import type { Context } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/db.ts';
import { Unreachable } from '../../platform/http/fetch-bytes.ts';
import { fetchPicture } from './avatar-service.ts';
import { deleteAvatar, deletePicture, findUsersWithoutPicture, readEmail, savePicture } from './avatars.ts';
import { deleteUploadedAvatar } from './uploaded.ts';

declare module '../../platform/jobs/kinds.ts' {
  interface JobPayloads {
    /** Fetches and stores the picture of a user. */
    'avatar.fetch': { userId: string };
  }
}

const hour = 60 * 60_000; // ms
/** Users without a picture per hour, and the pause between their jobs, so that an upgrade of a large site does not flood the avatar service. */
const batch = { users: 1000, pause: 3000 };

const outage = 'the avatar service cannot be reached, so new members have initials until it can';
const remedy = 'Without internet access, set AVATAR_SERVICE_URL=off';
/** Milliseconds without further requests after the avatar service could not be reached. */
const outagePause = 15 * 60_000;

/**
 * Fetches the picture of each new user and each new e-mail address once, and those of users from before this feature or from a time without an avatar service.
 * An outage of the service is logged once per process, because a network without internet access is no fault.
 */
export function registerAvatars({ db, events, jobs, log, settings: { avatarServiceUrl } }: Context): void {
  let isReachable = true;
  let pausedUntil = 0; // in the time of performance.now()
  const enqueueFetch = async (tx: Transaction, { userId }: { userId: string }) => {
    if (avatarServiceUrl) await jobs.enqueue(tx, { kind: 'avatar.fetch', payload: { userId }, key: userId });
  };
  jobs.handle('avatar.fetch', async ({ userId }) => {
    if (!avatarServiceUrl || performance.now() < pausedUntil) return; // `avatars.missing` enqueues the user again
    const email = await readEmail(db, userId);
    if (email === undefined) return;
    try {
      await savePicture(db, userId, await fetchPicture(avatarServiceUrl, email));
      isReachable = true;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      pausedUntil = performance.now() + outagePause;
      if (isReachable) log.warn({}, `${outage} (${error.message}). ${remedy}`);
      isReachable = false;
    }
  });
  jobs.every('avatars.missing', hour, async () => {
    if (!avatarServiceUrl) return;
    const users = await findUsersWithoutPicture(db, batch.users);
    const now = Date.now();
    await db.transaction(async (tx) => {
      for (const [index, { id }] of users.entries())
        await jobs.enqueue(tx, { kind: 'avatar.fetch', payload: { userId: id }, key: id, runAt: now + index * batch.pause });
    });
  });
  events.on('user.created', enqueueFetch);
  events.on('user.deleted', async (tx, { userId }) => {
    await deleteAvatar(tx, userId);
    await deleteUploadedAvatar(tx, userId);
  });
  events.on('user.emailChanged', async (tx, { userId }) => {
    await deletePicture(tx, userId); // the picture of the old address
    await enqueueFetch(tx, { userId });
  });
}
