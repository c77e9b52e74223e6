import { clockTolerance, newcomerHours, type Rate, type RateName, rates } from '@dev-connector/contract';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { DatabaseUnavailable, type Db, type TransactionOptions } from '../../db/db.ts';
import { RateLimited } from '../../errors.ts';
import { pseudonym } from '../../sha256.ts';
import { networkOf } from './address.ts';
import { type Claim, consumeAttempts } from './attempts.ts';

/** Maximum number of cached refusals. A cached one needs no write, which would wait while another process locks the database. */
const maxCachedRefusals = 10_000;

/** Actions that write only their count. */
const isRead = new Set<RateName>(['preview', 'download', 'print', 'picture', 'report', 'codeHost']);
/** Milliseconds that they wait while another process locks the database. */
const readPatience = 100;

export interface Limits {
  /** Counts a call by the request's member and address. Throws `RateLimited` if either limit is reached, and then counts neither. */
  admit(name: RateName, request: FastifyRequest): Promise<void>;
  /** Counts an attempt under each key, or under none if one of the limits is reached. Throws `RateLimited` then. */
  consume(claims: Claim[]): Promise<void>;
}

/** Disables all limits, for a site behind another rate limiter and for benchmarks. */
export const noLimits: Limits = { admit: async () => {}, consume: async () => {} };

/** Applies the limits of `rates`. Counts in the database, so that all processes share them. */
export function sharedLimits(db: Db, warn: (error: unknown) => void): Limits {
  const refusals = new LRUCache<string, number>({ max: maxCachedRefusals });

  async function consume(claims: Claim[], options?: TransactionOptions): Promise<void> {
    const now = Date.now();
    for (const { key, rate } of claims) {
      const until = refusals.get(key) ?? 0;
      if (until > now && until <= now + rate.seconds * 1000) throw new RateLimited(until - now); // later ones are from a clock that was ahead
    }
    const refusal = await consumeAttempts(db, claims, now, options);
    if (!refusal) return;
    refusals.set(refusal.key, refusal.until);
    throw new RateLimited(refusal.until - now);
  }

  /** Counts a call that only reads. It succeeds even if the count cannot be written. */
  const consumeForRead = (claims: Claim[]) =>
    consume(claims, { lockPatience: readPatience }).catch((error) => {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      warn(error);
    });

  return { consume, admit: (name, request) => (isRead.has(name) ? consumeForRead : consume)(claimsOf(name, request)) };
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
const isNewcomer = ({ createdAt }: { createdAt: number }, now = Date.now()): boolean =>
  createdAt > now - newcomerHours * 60 * 60 * 1000 && createdAt <= now + clockTolerance;

/** Builds a claim. The key includes the rate, because rows of a previous rate would not fit a changed one, and a pseudonym of the caller. */
export const claim = (name: RateName, by: string, whom: string, rate: Rate): Claim => ({
  key: `${name} ${by} ${rate.times}/${rate.seconds} ${pseudonym(whom)}`,
  rate,
});
