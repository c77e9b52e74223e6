import { clockTolerance, newcomerHours, type Rate, type RateName, rates } from '@dev-connector/contract';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { emailKey } from '../../accounts/email.ts';
import { isKnownAddress, rememberAddress } from '../../accounts/known-addresses.ts';
import { isKnownDevice, rememberDevice } from '../../accounts/known-devices.ts';
import type { Member } from '../../accounts/member.ts';
import { hashOf } from '../../accounts/secret.ts';
import type { Db } from '../../db/db.ts';
import { RateLimited } from '../../errors.ts';
import { networkOf, pseudonym, widerNetworkOf } from './address.ts';
import { type Claim, consumeAttempts } from './attempts.ts';
import { deviceSecretOf } from './caller.ts';

/** Maximum number of refusals cached in memory. A cached refusal spares the database until it expires. */
const maxCachedRefusals = 10_000;

export interface Limits {
  /** Counts a call by the request's member and address. Throws `RateLimited` if either limit is reached, and then counts neither. */
  admit(name: RateName, request: FastifyRequest): Promise<void>;
  /** Counts a password attempt by account and by the request's address or known device. Throws `RateLimited` if a limit is reached. */
  admitPassword(email: string, request: FastifyRequest): Promise<void>;
  /**
   * Remembers the address and device of a successful sign-in, so that attempts from elsewhere cannot lock the member out there. Logs errors instead of
   * throwing, because the sign-in has succeeded.
   */
  signedIn(userId: string, request: FastifyRequest): Promise<void>;
}

/** Disables all limits, for a site behind another rate limiter and for benchmarks. */
export const noLimits: Limits = { admit: async () => {}, admitPassword: async () => {}, signedIn: async () => {} };

/** Applies the limits of `rates`. Counts in the database, so that all processes share them. */
export function sharedLimits(db: Db, log: Pick<FastifyBaseLogger, 'warn'>): Limits {
  const refusals = new LRUCache<string, number>({ max: maxCachedRefusals });

  async function take(claims: Claim[]): Promise<void> {
    const now = Date.now();
    for (const { key, rate } of claims) {
      const until = refusals.get(key);
      if (until === undefined) continue;
      if (until > now && until <= now + rate.seconds * 1000) throw new RateLimited(until - now);
      refusals.delete(key); // expired, or the clock was set back
    }
    const refusal = await consumeAttempts(db, claims, now);
    if (!refusal) return;
    refusals.set(refusal.key, refusal.until);
    throw new RateLimited(refusal.until - now);
  }

  return {
    admit: (name, request) => take(claimsOf(name, request)),

    async admitPassword(email, request) {
      const { address, accountFromAddress, accountFromNetwork, accountFromDevice, account } = rates.signIn;
      const network = networkOf(request);
      const owner = emailKey(email);
      const device = deviceSecretOf(request);
      if (device && (await isKnownDevice(db, owner, hashOf(device), Date.now()))) {
        request.knownCaller = true;
        return take([claim('signIn', 'accountFromDevice', `${owner} ${device}`, accountFromDevice)]);
      }
      // Counts the address first: beyond its limit, attempts do not count against any account.
      await take([claim('signIn', 'address', network, address)]);
      request.knownCaller = await isKnownAddress(db, owner, pseudonym(network), Date.now());
      const claims = [claim('signIn', 'accountFromAddress', `${owner} ${network}`, accountFromAddress)];
      if (!request.knownCaller) {
        claims.push(claim('signIn', 'accountFromNetwork', `${owner} ${widerNetworkOf(network)}`, accountFromNetwork));
        claims.push(claim('signIn', 'account', owner, account));
      }
      await take(claims);
    },

    async signedIn(userId, request) {
      const device = deviceSecretOf(request);
      try {
        await rememberAddress(db, userId, pseudonym(networkOf(request)), Date.now());
        if (device) await rememberDevice(db, userId, hashOf(device), Date.now());
      } catch (err) {
        log.warn({ err }, 'the address or device of a sign-in was not remembered');
      }
    },
  };
}

/** Returns the keys that a call counts under. Always orders the account before the address, which prevents deadlocks between transactions. */
function claimsOf(name: RateName, request: FastifyRequest): Claim[] {
  const { account, newcomer, address }: { account?: Rate; newcomer?: Rate; address?: Rate } = rates[name];
  const { member } = request;
  const claims: Claim[] = [];
  if (member && newcomer && isNewcomer(member)) claims.push(claim(name, 'newcomer', member.id, newcomer));
  else if (member && account) claims.push(claim(name, 'account', member.id, account));
  if (address) claims.push(claim(name, 'address', networkOf(request), address));
  return claims;
}

/** Ignores a creation date in the future, which comes from a clock that was ahead. */
const isNewcomer = ({ createdAt }: Member, now = Date.now()): boolean =>
  createdAt > now - newcomerHours * 60 * 60 * 1000 && createdAt <= now + clockTolerance;

/** Builds a claim. The key includes the rate, because rows of a previous rate would not fit a changed one, and a pseudonym of the caller. */
const claim = (name: RateName, by: string, whom: string, rate: Rate): Claim => ({
  key: `${name} ${by} ${rate.times}/${rate.seconds} ${pseudonym(whom)}`,
  rate,
});
