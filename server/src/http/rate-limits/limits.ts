import { clockTolerance, newcomerHours, type Rate, type RateName, rates } from '@dev-connector/contract';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { emailKey } from '../../accounts/email.ts';
import { isKnownAddress, rememberAddress } from '../../accounts/known-addresses.ts';
import { isKnownDevice, rememberDevice } from '../../accounts/known-devices.ts';
import type { Member } from '../../accounts/member.ts';
import { hashOf } from '../../accounts/secret.ts';
import type { Db } from '../../db/db.ts';
import { RateLimited } from '../../errors.ts';
import { networkOf, pseudonym, widerNetworkOf } from './address.ts';
import { type Claim, consumeAttempts, deleteExpiredAttempts } from './attempts.ts';
import { deviceSecretOf } from './caller.ts';

/** What the database refused is refused from memory until its time is over, so that hammering on costs nothing. This many keys at most. */
const maxCachedRefusals = 10_000;

export interface Limits {
  /** Counts a call of this kind by the request's member and address; throws `RateLimited` where one of them has had its fill, and then counts for neither. */
  admit(name: RateName, request: FastifyRequest): Promise<void>;
  /** Counts an attempt at a password, by the account that is tried and the request's address or known device. */
  admitPassword(email: string, request: FastifyRequest): Promise<void>;
  /** Remembers the address and device of a right password: strangers' attempts on the account no longer count there. Never throws: the member is in. */
  signedIn(userId: string, request: FastifyRequest): Promise<void>;
  /** Drops what is too old to count. To be called now and then. */
  tidy(): Promise<void>;
}

/** No limits at all: for a site behind another limiter, and for measuring. */
export const noLimits: Limits = { admit: async () => {}, admitPassword: async () => {}, signedIn: async () => {}, tidy: async () => {} };

/** The limits of `rates`, counted in the database: all processes on it are as one. */
export function sharedLimits(db: Db, log: Pick<FastifyBaseLogger, 'warn'>): Limits {
  const refusals = new Map<string, number>();

  async function take(claims: Claim[]): Promise<void> {
    const now = Date.now();
    for (const { key, rate } of claims) {
      const until = refusals.get(key);
      if (until === undefined) continue;
      if (until > now && until <= now + rate.seconds * 1000) throw new RateLimited(until - now);
      refusals.delete(key); // its time is over, or the clock has gone back
    }
    const refusal = await consumeAttempts(db, claims, now);
    if (!refusal) return;
    if (refusals.size >= maxCachedRefusals) refusals.delete(refusals.keys().next().value as string); // the one kept longest
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
      // The address first: once that is used up, its attempts leave no trace on any account.
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

    tidy: () => deleteExpiredAttempts(db, Date.now()),
  };
}

/** By whom a call of this kind is counted. Always the account before the address, so that two transactions never wait for each other. */
function claimsOf(name: RateName, request: FastifyRequest): Claim[] {
  const { account, newcomer, address }: { account?: Rate; newcomer?: Rate; address?: Rate } = rates[name];
  const { member } = request;
  const claims: Claim[] = [];
  if (member && newcomer && isNewcomer(member)) claims.push(claim(name, 'newcomer', member.id, newcomer));
  else if (member && account) claims.push(claim(name, 'account', member.id, account));
  if (address) claims.push(claim(name, 'address', networkOf(request), address));
  return claims;
}

/** A date in the future, from a clock that was ahead, makes nobody a newcomer. */
const isNewcomer = ({ createdAt }: Member, now = Date.now()): boolean =>
  createdAt > now - newcomerHours * 60 * 60 * 1000 && createdAt <= now + clockTolerance;

/** A rate that is changed counts anew: its old rows would not fit. Whoever it is about stands there by a pseudonym. */
const claim = (name: RateName, by: string, whom: string, rate: Rate): Claim => ({
  key: `${name} ${by} ${rate.times}/${rate.seconds} ${pseudonym(whom)}`,
  rate,
});
