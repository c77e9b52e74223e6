import type { Readable } from 'node:stream';
import { fileTooLarge, limits } from '@dev-connector/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../platform/errors.ts';
import { refuseBytes } from '../../platform/http/json-body.ts';
import { readMultipart } from './multipart.ts';

/** Accepts only multipart bodies on the routes of a scope. Sessions are checked before the body is read. */
export function acceptUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(/^multipart\/form-data\b/i, async (request: FastifyRequest, payload: Readable) => {
    if (request.headers['content-encoding'] !== undefined) throw new Failure('bodyEncoded');
    const length = Number(request.headers['content-length']);
    if (length > limits.uploadBody) throw new Failure('uploadTooLarge', { msg: fileTooLarge(length) });
    return readMultipart(request, payload);
  });
  scope.addContentTypeParser('*', refuseBytes('notMultipart'));
  scope.addHook('preValidation', async ({ body }) => {
    if (body === undefined) throw new Failure('uploadMalformed');
  });
}
