import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Something as it goes over the wire. */
export interface Rendition {
  type: string;
  plain: Uint8Array;
  brotli?: Uint8Array;
  /** Of `plain`, with its quotes. */
  etag: string;
}

/** A text that is sent often: compressed once. */
export function textRendition(type: string, text: string): Rendition {
  const plain = Buffer.from(text);
  return { type: `${type}; charset=utf-8`, plain, brotli: brotliCompressSync(plain), etag: etagOf(plain) };
}

export const etagOf = (content: Uint8Array | string): string => `"${createHash('sha256').update(content).digest('base64url')}"`;

/** Says which content an answer has, and whether the client has it already (RFC 9110 section 13.1.2): then it is answered, without a body. */
export function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag).header('cache-control', 'no-cache');
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!known.includes(etag) && !known.includes('*')) return false;
  reply.code(304).send();
  return true;
}

export function sendRendition(request: FastifyRequest, reply: FastifyReply, { type, plain, brotli, etag }: Rendition): FastifyReply {
  const compressed = brotli !== undefined && /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
  if (brotli) reply.header('vary', 'accept-encoding');
  if (isKnown(request, reply, compressed ? `${etag.slice(0, -1)}-br"` : etag)) return reply;
  if (compressed) reply.header('content-encoding', 'br');
  return reply.type(type).send(compressed ? brotli : plain);
}
