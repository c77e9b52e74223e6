import type { FastifyRequest } from 'fastify';
import { Failure } from '../errors.ts';
import type { Settings } from '../settings.ts';

/** Returns the origin of the site: `PUBLIC_URL`, or the one in the browser's request. Throws if that has no valid Host header. */
export function originOf({ publicUrl }: Pick<Settings, 'publicUrl'>, { protocol, host }: FastifyRequest): string {
  if (publicUrl !== undefined) return publicUrl;
  const origin = /[/\\?#@]/.test(host) ? undefined : URL.parse(`${protocol}://${host}`)?.origin;
  if (!origin) throw new Failure('malformedRequest');
  return origin;
}

/** Returns the base of links outside of requests: PUBLIC_URL, or the local address if it is not set. No request decides it, because its sender could choose the host. */
export const siteAddress = ({ publicUrl, port }: Pick<Settings, 'publicUrl' | 'port'>): string => publicUrl ?? `http://localhost:${port}`;
