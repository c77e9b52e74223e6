import { randomBytes } from 'node:crypto';
import type { FastifyServerOptions } from 'fastify';

/** Sets this process apart from others that write to the same log. */
const here = randomBytes(4).toString('hex');
let requests = 0;

/** A request's name in the log, `3f9c01ab-2s`: what is logged of one says so in `reqId`. Failures of ours carry it to the client as `x-request-id`. */
export const newRequestId = (): string => `${here}-${(++requests).toString(36)}`;

interface LoggedError extends Record<string, unknown> {
  type: string;
  message: string;
  code?: string;
  stack: string;
  cause?: LoggedError;
}

/**
 * What a log says of an error: what it is and where it happened. Not what it carries besides: a database's error may quote the row it is about, and a row
 * holds e-mail addresses and hashes.
 */
function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'something thrown that is no error', stack: '' };
  const { message, stack = '', cause } = error;
  const { code } = error as { code?: string };
  return {
    type: error.name,
    message,
    ...(code !== undefined && { code }),
    stack,
    ...(cause !== undefined && { cause: errorForLog(cause) }),
  };
}

export type Logger = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/** The log's options with its rule of what may stand in it. */
export const safely = (logger: Logger): Logger => ({ ...logger, serializers: { ...logger.serializers, err: errorForLog } });
