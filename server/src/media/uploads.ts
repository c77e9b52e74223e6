import type { Readable } from 'node:stream';
import { fileTooLarge, limits } from '@dev-connector/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, RateLimited } from '../errors.ts';
import { refuseBytes } from '../http/json-body.ts';
import { networkOf } from '../http/rate-limits/address.ts';
import { Counts } from '../http/rate-limits/counts.ts';
import { readMultipart } from './multipart.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts the bytes of an upload. Throws `unavailable` if the uploads in progress hold too much memory. */
    countUpload: ((bytes: number) => void) | undefined;
  }
}

/** Limits of the uploads in progress, whose bodies are in memory: per account, per address, and bytes in total. */
const bounds = { perAccount: 2, perAddress: 4, bytes: 8 * limits.upload };

/** `Retry-After` for an account or address with too many uploads in progress, in milliseconds. */
const retryAfter = 5_000;

/** Accepts only multipart bodies on the routes of a scope. Sessions are checked before the body is read. */
export function acceptUploads(scope: FastifyInstance): void {
  const admit = uploadSlots();
  scope.decorateRequest('countUpload', undefined);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(/^multipart\/form-data\b/i, async (request: FastifyRequest, payload: Readable) => {
    if (request.headers['content-encoding'] !== undefined) throw new Failure('bodyEncoded');
    const length = Number(request.headers['content-length']);
    if (length > limits.uploadBody) throw new Failure('uploadTooLarge', { msg: fileTooLarge(length) });
    return readMultipart(payload, request.headers, (bytes) => request.countUpload?.(bytes));
  });
  scope.addContentTypeParser('*', refuseBytes('notMultipart'));
  scope.addHook('preParsing', async (request, reply) => {
    request.countUpload = admit(request, reply);
  });
  scope.addHook('preValidation', async ({ body }) => {
    if (body === undefined) throw new Failure('uploadMalformed');
  });
}

/** Returns a function that admits an upload until its response is sent. Throws `RateLimited` if the account or address has too many in progress. */
function uploadSlots(): (request: FastifyRequest, reply: FastifyReply) => (bytes: number) => void {
  const open = new Counts();
  let held = 0;
  return (request, reply) => {
    const [account, address] = [`account ${request.member?.id}`, `address ${networkOf(request)}`];
    if (open.of(account) >= bounds.perAccount || open.of(address) >= bounds.perAddress) throw new RateLimited(retryAfter);
    let own = 0;
    open.add(account);
    open.add(address);
    reply.raw.once('close', () => {
      open.remove(account);
      open.remove(address);
      held -= own;
    });
    return (bytes) => {
      if (held + bytes > bounds.bytes) throw new Failure('unavailable');
      own += bytes;
      held += bytes;
    };
  };
}
