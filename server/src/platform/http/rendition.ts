import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256 } from '../sha256.ts';
import { sendNotModified, weakEtag } from './conditional.ts';

/** A response body with its type and entity tag. */
export interface Rendition {
  type: string;
  body: Buffer;
  /** Weak, because the response may be compressed. */
  etag: string;
}

export function textRendition(type: string, text: string): Rendition {
  return { type: `${type}; charset=utf-8`, body: Buffer.from(text), etag: weakEtag(sha256(text)) };
}

/** Sends the body, or a 304 if the client has it. Caches must revalidate it. */
export function sendRendition(request: FastifyRequest, reply: FastifyReply, { type, body, etag }: Rendition): FastifyReply {
  reply.header('cache-control', 'no-cache');
  return sendNotModified(request, reply, etag) ? reply : reply.type(type).send(body);
}
