import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import { isApi } from './route.ts';

/** Security headers of every response. Pages and files override `content-security-policy`. */
export const always = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/**
 * Returns a hook that sets the headers of a response. There are no CORS headers, which also prevents CSRF: every change requires `x-auth-token` or a JSON
 * body, and browsers send neither across origins without a preflight request, which is never allowed.
 */
export function headersOf({ publicUrl }: Pick<Settings, 'publicUrl'>): (request: FastifyRequest, reply: FastifyReply) => void {
  const headers = {
    ...always,
    // One year. Without `includeSubDomains`, because subdomains may belong to other sites.
    ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
  return (request, reply) => {
    reply.headers(headers);
    if (request.is404 || isApi(request)) reply.header('cache-control', 'no-store');
  };
}
