import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { limits } from '@dev-connector/contract';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../platform/errors.ts';
import { readBody } from '../../platform/http/body.ts';

/** A field that is longer in bytes is longer than the limit of every field in characters. */
const fieldSize = 8_000;
const parserLimits = { fileSize: limits.upload, files: 1, fields: 4, fieldSize, parts: 5, headerPairs: 20, headerSize: 8_000 };

/**
 * Reads a multipart body into an object: a file becomes a Buffer, another field a string. Throws
 * `uploadTooLarge` or `uploadMalformed` without destroying the stream, so that the client can still receive the response.
 */
export async function readMultipart(request: FastifyRequest, payload: Readable): Promise<Record<string, string | Buffer>> {
  const fields = new Map<string, string | Buffer>();
  const settled = Promise.withResolvers<void>();
  let failure: Failure | undefined;
  const fail = (reason: 'uploadMalformed' | 'uploadTooLarge') => {
    failure ??= new Failure(reason);
    settled.resolve();
  };
  const parser = openParser(request.headers);
  parser.on('error', () => fail('uploadMalformed'));
  parser.on('field', (name, value) => fields.set(name, value));
  parser.on('file', (name, file) => {
    const chunks: Buffer[] = [];
    file.on('data', (chunk: Buffer) => chunks.push(chunk));
    file.on('limit', () => fail('uploadTooLarge'));
    file.on('error', () => fail('uploadMalformed'));
    file.on('end', () => fields.set(name, Buffer.concat(chunks)));
  });
  parser.on('finish', settled.resolve);

  let size = 0;
  await readBody(request, payload, (chunk) => {
    size += chunk.length;
    if (size > limits.uploadBody) fail('uploadTooLarge');
    if (failure) throw failure;
    parser.write(chunk); // without backpressure, because the size is limited
  });
  parser.end();
  await settled.promise;
  if (failure) throw failure;
  return Object.fromEntries(fields);
}

function openParser(headers: IncomingHttpHeaders): BusboyInstance {
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits: parserLimits });
  } catch {
    throw new Failure('uploadMalformed'); // no boundary
  }
}
