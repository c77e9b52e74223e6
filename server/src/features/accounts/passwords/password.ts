import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { perContext } from '../../../platform/context.ts';
import type { Client, WorkQueue } from '../../../platform/work-queue/work-queue.ts';
import { type Owner, refuseEasyPassword, siteNamesOf } from './easy-password.ts';

const derive = promisify(argon2);

/** OWASP's minimum for argon2id with one lane: KiB of memory, and passes over it. Takes about 30 ms. */
const minimumCost = { memory: 19_456, passes: 2 };
const [nonceLength, tagLength] = [16, 32];
/** Estimated milliseconds of a hash. */
const hashCost = 30;

/** The client that requests a hash. `known` is true for a member, and for an address or device that has signed in to the account before. */
export interface Caller extends Client {
  known: boolean;
}

/** Hashes and verifies passwords for callers, in a queue. */
export interface Passwords {
  hash(password: string, caller: Caller): Promise<string>;
  /** Hashes a new password. Throws `passwordEasy` if it is easy to guess; that check runs in the queue too, so that it cannot overload the site. */
  hashNew(password: string, owner: Owner, caller: Caller): Promise<string>;
  /** Returns whether the password matches the hash. Without a hash (no such user, or '' for a user without a password), takes the same time and returns false. */
  verify(password: string, hash: string | undefined, caller: Caller): Promise<boolean>;
  /** Returns whether a stored hash has another cost than new hashes. */
  isOutdated(hash: string): boolean;
}

/** The passwords of a context. */
export const passwordsOf = perContext((context) =>
  createPasswords(context.queues.hashes, siteNamesOf(context), context.overrides.passwordCost),
);

export function createPasswords(queue: WorkQueue, siteNames: { current: string[] }, cost = minimumCost): Passwords {
  // Known callers share a half of the time, so that strangers from many networks do not delay them.
  const enqueue = <T>({ known, ...client }: Caller, work: () => Promise<T>): Promise<T> =>
    queue.run({ client, cost: hashCost, group: known ? 'known' : 'strangers' }, work);
  const unknownUser = encode(randomBytes(nonceLength), randomBytes(tagLength), cost); // of no password
  return {
    hash: (password, caller) => enqueue(caller, () => hashPassword(password, cost)),
    hashNew: (password, owner, caller) =>
      enqueue(caller, async () => {
        await refuseEasyPassword(password, owner, siteNames.current);
        return hashPassword(password, cost);
      }),
    async verify(password, hash, caller) {
      const [, , , costs = '', nonce = '', expected = ''] = (hash || unknownUser).split('$');
      const [memory = 0, passes = 0, parallelism = 0] = costs.split(',').map((cost) => Number(cost.slice(2)));
      const actual = await enqueue(caller, () => tag(password, Buffer.from(nonce, 'base64'), { memory, passes, parallelism }));
      return timingSafeEqual(actual, Buffer.from(expected, 'base64')) && Boolean(hash);
    },
    isOutdated: (hash) => !hash.startsWith(prefix(cost)),
  };
}

/** Returns the password's argon2id hash as a PHC string, without a queue. */
export async function hashPassword(password: string, cost = minimumCost): Promise<string> {
  const nonce = randomBytes(nonceLength);
  return encode(nonce, await tag(password, nonce, { ...cost, parallelism: 1 }), cost);
}

/** Returns a hash as a PHC string. */
const encode = (nonce: Buffer, hash: Buffer, cost: typeof minimumCost): string => `${prefix(cost)}${base64(nonce)}$${base64(hash)}`;

const prefix = ({ memory, passes }: typeof minimumCost): string => `$argon2id$v=19$m=${memory},t=${passes},p=1$`;

/** Returns the form of a password that is hashed: keyboards type some characters in different ways. */
export const canonical = (password: string): string => password.normalize('NFC');

async function tag(
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: { memory: number; passes: number; parallelism: number },
): Promise<Buffer> {
  return (await derive('argon2id', { message: canonical(password), nonce, memory, passes, parallelism, tagLength })) as Buffer;
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
