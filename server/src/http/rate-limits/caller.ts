import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../accounts/passwords/hash-queue.ts';
import { networkOf, widerNetworkOf } from './address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the account that is signed in to knows the request's address or device. */
    knownCaller: boolean;
  }
}

/** The request's place in the queue for password hashes. */
export function callerOf(request: FastifyRequest): Caller {
  const address = networkOf(request);
  return { known: request.knownCaller || request.member !== undefined, network: widerNetworkOf(address), address };
}

/** The secret by which a browser is recognised, if it sent one. */
export const deviceSecretOf = ({ headers }: FastifyRequest): string | undefined => headers['x-device-secret'] as string | undefined;
