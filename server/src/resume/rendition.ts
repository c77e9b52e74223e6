import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256 } from '../feed/sha256.ts';
import { namesTag } from '../http/route.ts';

/** Something as it is sent. */
export interface Rendition {
  type: string;
  body: Buffer;
  /** Weak, because it may be compressed on its way. */
  etag: string;
}

export function textRendition(type: string, text: string): Rendition {
  return { type: `${type}; charset=utf-8`, body: Buffer.from(text), etag: etagOf(sha256(text)) };
}

export const etagOf = (hash: string): string => `W/"${hash}"`;

/** Says which content an answer has, and whether the client has it already (RFC 9110 section 13.1.2): then it is answered, without a body. */
export function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag).header('cache-control', 'no-cache');
  if (!namesTag(request, etag)) return false;
  reply.code(304).send();
  return true;
}

export function sendRendition(request: FastifyRequest, reply: FastifyReply, { type, body, etag }: Rendition): FastifyReply {
  return isKnown(request, reply, etag) ? reply : reply.type(type).send(body);
}
