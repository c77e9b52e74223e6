import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256 } from '../feed/sha256.ts';
import { namesTag } from '../http/route.ts';

/** A response body with its type and entity tag. */
export interface Rendition {
  type: string;
  body: Buffer;
  /** Weak, because the response may be compressed. */
  etag: string;
}

export function textRendition(type: string, text: string): Rendition {
  return { type: `${type}; charset=utf-8`, body: Buffer.from(text), etag: etagOf(sha256(text)) };
}

export const etagOf = (hash: string): string => `W/"${hash}"`;

/** Sets the ETag, and sends a 304 if the client has the same content (If-None-Match, RFC 9110 section 13.1.2). Returns whether it did. */
export function sendNotModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag).header('cache-control', 'no-cache');
  if (!namesTag(request, etag)) return false;
  reply.code(304).send();
  return true;
}

export function sendRendition(request: FastifyRequest, reply: FastifyReply, { type, body, etag }: Rendition): FastifyReply {
  return sendNotModified(request, reply, etag) ? reply : reply.type(type).send(body);
}
