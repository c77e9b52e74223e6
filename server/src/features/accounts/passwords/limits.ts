import { type Credentials, rates } from '@dev-connector/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { networkOf, networksAround } from '../../../platform/http/rate-limits/address.ts';
import { claim } from '../../../platform/http/rate-limits/limits.ts';
import { emailKey } from '../../../platform/http/schemas/email.ts';
import { pseudonym } from '../../../platform/sha256.ts';
import { isKnown, remember } from '../known-callers.ts';
import { hashOf } from '../secret.ts';
import type { Caller } from './password.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the account has signed in from the request's address or device before. */
    knownCaller: boolean;
    /** Whether the account has not signed in from the request's device before, or without a device, from its address. */
    newDevice: boolean;
  }
}

/** Recognizes callers of password attempts, and counts these by account and by address or known device. Registered after the limits of requests. */
export function limitPasswords(app: FastifyInstance, { db, settings }: Context): void {
  app.decorateRequest('knownCaller', false);
  app.decorateRequest('newDevice', false);

  // Not async: a promise would let all requests of an event loop iteration begin before the first is measured (time-slices.ts).
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.routeOptions.config.endpoint?.rate !== 'signIn') return done();
    countAttempt(request).then(() => done(), done);
  });

  async function countAttempt(request: FastifyRequest): Promise<void> {
    const { address, network: perNetwork, accountFromAddress, accountFromNetwork, accountFromDevice, account } = rates.signIn;
    const network = networkOf(request);
    const owner = emailKey(request.member?.email ?? (request.body as Credentials).email);
    const device = deviceSecretOf(request);
    const isKnownDevice = device !== undefined && (await isKnown(db, 'device', owner, hashOf(device), Date.now()));
    request.knownCaller = isKnownDevice || (await isKnown(db, 'address', owner, pseudonym(network), Date.now()));
    request.newDevice = !isKnownDevice && (device !== undefined || !request.knownCaller);
    if (settings.rateLimits !== 'on') return;
    if (isKnownDevice) return app.limits.consume([claim('signIn', 'accountFromDevice', `${owner} ${device}`, accountFromDevice)]);
    const [widest] = networksAround(network);
    const caller = [claim('signIn', 'address', network, address)];
    const claims = [claim('signIn', 'accountFromAddress', `${owner} ${network}`, accountFromAddress)];
    if (!request.knownCaller) {
      caller.push(claim('signIn', 'network', widest, perNetwork));
      claims.push(claim('signIn', 'accountFromNetwork', `${owner} ${widest}`, accountFromNetwork));
      claims.push(claim('signIn', 'account', owner, account));
    }
    // Counts the caller first: beyond its limits, attempts count against no account, and store no rows for e-mails that it makes up.
    await app.limits.consume(caller);
    await app.limits.consume(claims);
  }
}

/** Counts requests for a reset link by network, and by the e-mail, whether or not an account has it. The route counts `rates.forgot.address`. */
export async function limitResets(app: FastifyInstance, request: FastifyRequest, email: string): Promise<void> {
  const { network, account, recipient } = rates.forgot;
  const [widest] = networksAround(networkOf(request));
  await app.limits.consume([claim('forgot', 'network', widest, network)]);
  await app.limits.consume([
    claim('forgot', 'account', emailKey(email), account),
    claim('forgot', 'recipient', emailKey(email), recipient),
  ]);
}

/**
 * Remembers the address and device of a sign-in, so that attempts from elsewhere cannot lock the member out there.
 * Logs errors instead of throwing, because the sign-in has succeeded.
 */
export async function rememberCaller({ db }: Context, userId: string, request: FastifyRequest): Promise<void> {
  const device = deviceSecretOf(request);
  try {
    await remember(db, 'address', userId, pseudonym(networkOf(request)), Date.now());
    if (device) await remember(db, 'device', userId, hashOf(device), Date.now());
  } catch (err) {
    request.log.warn({ err, reqId: request.id }, 'the address or device of a sign-in was not remembered');
  }
}

/** Returns the caller by which the password hash queue prioritizes the request. */
export function callerOf(request: FastifyRequest): Caller {
  const { member, knownCaller } = request;
  return { known: knownCaller || member !== undefined, network: networkOf(request), id: member?.id };
}

/** Returns the secret that identifies a known browser, if the request has one. */
const deviceSecretOf = ({ headers }: FastifyRequest): string | undefined => headers['x-device-secret'] as string | undefined;
