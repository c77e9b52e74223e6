import type { FastifyRequest } from 'fastify';
import { Failure } from '../errors.ts';

/** Returns the origin of the site as the browser sees it. Throws if the Host header is missing or invalid. */
export function originOf({ protocol, host }: FastifyRequest): string {
  const origin = /[/\\?#@]/.test(host) ? undefined : URL.parse(`${protocol}://${host}`)?.origin;
  if (!origin) throw new Failure('malformedRequest');
  return origin;
}
