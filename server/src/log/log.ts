import { randomBytes } from 'node:crypto';
import type { FastifyServerOptions } from 'fastify';
import { repeatedErrors } from './repeated-errors.ts';

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
  const { cause } = error;
  const [message, stack] = [withoutCredentials(error.message), withoutCredentials(error.stack ?? '')];
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

/** A text with the user name and password taken out of each address in it: some libraries repeat the address that they were given. */
export const withoutCredentials = (text: string): string => text.replace(/(\b[a-z][a-z+.-]*:\/\/)[^\s/?#@]*@/gi, '$1…@');

/** The stacks of an error and its causes, for a person; none of the properties, which may hold addresses and rows. */
export function stacks(error: unknown): string {
  const { stack, message, cause } = errorForLog(error);
  return cause ? `${stack || message}\nbecause of ${stacks((error as Error).cause)}` : stack || message;
}

/** The messages of an error and its causes, on one line. */
const messages = (error: unknown): string => {
  const { type, message, cause } = errorForLog(error);
  return cause ? `${type}: ${message} (${messages((error as Error).cause)})` : `${type}: ${message}`;
};

/** The log's options with the rule of what may stand in it, and of how often the same error may. */
export const safely = (logger: Logger): Logger => ({
  ...logger,
  serializers: { ...logger.serializers, err: errorForLog },
  hooks: { logMethod: repeatedErrors(messages) },
});
