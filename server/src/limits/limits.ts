import { newcomerHours, type Rate, type RateName, rates } from '@dev-connector/contract';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Db } from '../db/db.ts';
import { emailKey } from '../email.ts';
import { TooMany } from '../errors.ts';
import { bornAt } from '../id.ts';
import { isKnownAddress, rememberAddress } from '../store/known-addresses.ts';
import { type Claim, dropOldTries, takeTries } from '../store/tries.ts';
import { networkOf, pseudonym } from './address.ts';

/** What the database refused is refused from memory until its time is over, so that hammering on costs nothing. This many keys at most. */
const refusalsKept = 10_000;

export interface Limits {
  /** Counts a call of this kind by the request's member and address; throws `TooMany` where one of them has had its fill, and then counts for neither. */
  admit(name: RateName, request: FastifyRequest): Promise<void>;
  /** The same for a try to sign in, by the account that is tried and the address. */
  admitSignIn(email: string, request: FastifyRequest): Promise<void>;
  /** The try was right: other people's tries on this account do not count at this address any more. Never throws: the member is in. */
  signedIn(email: string, request: FastifyRequest): Promise<void>;
  /** Drops what is too old to count. To be called now and then. */
  tidy(): Promise<void>;
}

/** No limits at all: for a site behind another limiter, and for measuring. */
export const noLimits: Limits = { admit: async () => {}, admitSignIn: async () => {}, signedIn: async () => {}, tidy: async () => {} };

/** The limits of `rates`, counted in the database: all processes on it are as one. */
export function sharedLimits(db: Db, log: Pick<FastifyBaseLogger, 'warn'>): Limits {
  const refusals = new Map<string, number>();

  async function take(claims: Claim[]): Promise<void> {
    const now = Date.now();
    for (const { key } of claims) {
      const until = refusals.get(key);
      if (until === undefined) continue;
      if (until > now) throw new TooMany(until - now);
      refusals.delete(key);
    }
    const refusal = await takeTries(db, claims, now);
    if (!refusal) return;
    if (refusals.size >= refusalsKept) refusals.delete(refusals.keys().next().value as string); // the one kept longest
    refusals.set(refusal.key, refusal.until);
    throw new TooMany(refusal.until - now);
  }

  return {
    admit: (name, request) => take(claimsOf(name, request)),

    async admitSignIn(email, request) {
      const { address, accountFromAddress, account } = rates.signIn;
      const network = networkOf(request);
      // The address first: whoever has used that up leaves no trace on any account.
      await take([claim('signIn', 'address', network, address)]);
      const owner = emailKey(email);
      const known = await isKnownAddress(db, owner, pseudonym(network), Date.now());
      const claims = [claim('signIn', 'accountFromAddress', `${owner} ${network}`, accountFromAddress)];
      if (!known) claims.push(claim('signIn', 'account', owner, account));
      await take(claims);
    },

    signedIn: (email, request) =>
      rememberAddress(db, emailKey(email), pseudonym(networkOf(request)), Date.now()).catch((err: unknown) =>
        log.warn({ err }, 'the address of a sign-in was not remembered'),
      ),

    tidy: () => dropOldTries(db, Date.now()),
  };
}

/** By whom a call of this kind is counted. Always the account before the address, so that two transactions never wait for each other. */
function claimsOf(name: RateName, request: FastifyRequest): Claim[] {
  const { account, newcomer, address }: { account?: Rate; newcomer?: Rate; address?: Rate } = rates[name];
  const { member } = request;
  const claims: Claim[] = [];
  if (member && newcomer && bornAt(member.id) > Date.now() - newcomerHours * 60 * 60 * 1000)
    claims.push(claim(name, 'newcomer', member.id, newcomer));
  else if (member && account) claims.push(claim(name, 'account', member.id, account));
  if (address) claims.push(claim(name, 'address', networkOf(request), address));
  return claims;
}

/** A rate that is changed counts anew: its old rows would not fit. Whoever it is about stands there by a pseudonym. */
const claim = (name: RateName, by: string, whom: string, rate: Rate): Claim => ({
  key: `${name} ${by} ${rate.times}/${rate.seconds} ${pseudonym(whom)}`,
  rate,
});
