import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../accounts/passwords/hash-queue.ts';
import { networkOf, widerNetworkOf } from './address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the account has signed in from the request's address or device before. */
    knownCaller: boolean;
  }
}

/** Returns the caller by which the password hash queue prioritizes the request. */
export function callerOf(request: FastifyRequest): Caller {
  const address = networkOf(request);
  return { known: request.knownCaller || request.member !== undefined, network: widerNetworkOf(address), address };
}

/** Returns the secret that identifies a known browser, if the request has one. */
export const deviceSecretOf = ({ headers }: FastifyRequest): string | undefined => headers['x-device-secret'] as string | undefined;
