import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import { corsHeadersOf } from './cors.ts';
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
 * Returns a hook that sets the headers of a response. CORS headers are only for the origins of CORS_ORIGINS, which also prevents CSRF: every change requires
 * `x-auth-token` or a JSON body, and browsers send neither across origins without a preflight request.
 */
export function headersOf(settings: Pick<Settings, 'publicUrl' | 'corsOrigins'>): (request: FastifyRequest, reply: FastifyReply) => void {
  const putCorsHeaders = corsHeadersOf(settings);
  const headers = {
    ...always,
    // One year. Without `includeSubDomains`, because subdomains may belong to other sites.
    ...(settings.publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
  return (request, reply) => {
    reply.headers(headers);
    putCorsHeaders(request, reply);
    if (request.is404 || isApi(request)) reply.header('cache-control', 'no-store');
  };
}
