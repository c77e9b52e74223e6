import type { FastifyReply, FastifyRequest } from 'fastify';

/** Returns the entity tag for a hash of the content. Weak, because the response may be compressed. */
export const weakEtag = (hash: string): string => `W/"${hash}"`;

/**
 * Sets the ETag of a GET response. If `If-None-Match` lists it or is `*`, sends a 304 (RFC 9110 section 13.1.2) and returns true. The tag must not contain a
 * comma.
 */
export function sendNotModified({ headers }: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  const listed = headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
  if (!listed.some((tag) => tag === '*' || opaqueTag(tag) === opaqueTag(etag))) return false;
  reply.code(304).removeHeader('content-type').send();
  return true;
}

/** What weak comparison compares (RFC 9110 section 8.8.3.2). */
const opaqueTag = (etag: string): string => etag.replace(/^W\//, '');
