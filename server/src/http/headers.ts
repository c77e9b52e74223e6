import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import { isApi } from './route.ts';

/** What every answer says to a browser, whatever else it is: page, file, API or problem. Pages and files put a policy of their own over `content-security-policy`. */
export const always = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/**
 * Puts them on an answer. There is no header here that lets other origins in (CORS), and none is needed against forged requests from other sites: what changes
 * something needs `x-auth-token` or a JSON body, and a browser sends neither to another origin without asking first, which we never allow.
 */
export function headersOf({ publicUrl }: Pick<Settings, 'publicUrl'>): (request: FastifyRequest, reply: FastifyReply) => void {
  const headers = {
    ...always,
    // A year; of this host alone, because its subdomains may be someone else's.
    ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
  return (request, reply) => {
    reply.headers(headers);
    if (request.is404 || isApi(request)) reply.header('cache-control', 'no-store');
  };
}
