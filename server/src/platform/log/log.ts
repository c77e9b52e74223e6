import { randomBytes } from 'node:crypto';
import type { FastifyServerOptions } from 'fastify';
import { repeatedErrors } from './repeated-errors.ts';

/** Identifies this process among others that write to the same log. */
const processId = randomBytes(4).toString('hex');
let requests = 0;

/** Returns a request id such as `3f9c01ab-2s`. It is logged as `reqId`, and sent as `x-request-id` with responses of 500 and above. */
export const newRequestId = (): string => `${processId}-${(++requests).toString(36)}`;

interface LoggedError extends Record<string, unknown> {
  type: string;
  message: string;
  code?: string;
  stack: string;
  cause?: LoggedError;
}

/**
 * Serialises an error for the log: type, message, code, stack and cause. Omits other properties, because a database error can contain the row, with e-mail
 * addresses and hashes.
 */
function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'a value that is not an Error was thrown', stack: '' };
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

/** Removes user names and passwords from URLs in a text: some libraries include the URL in their errors. */
export const withoutCredentials = (text: string): string => text.replace(/(\b[a-z][a-z+.-]*:\/\/)[^\s/?#@]*@/gi, '$1…@');

/** Formats the stacks of an error and its causes, without other properties, which may contain addresses and rows. */
export function stacks(error: unknown): string {
  const { stack, message, cause } = errorForLog(error);
  return cause ? `${stack || message}\nCaused by: ${stacks((error as Error).cause)}` : stack || message;
}

/** Formats the messages of an error and its causes on one line. */
const messages = (error: unknown): string => {
  const { type, message, cause } = errorForLog(error);
  return cause ? `${type}: ${message} (${messages((error as Error).cause)})` : `${type}: ${message}`;
};

/** Adds the error serializer and the limit on repeated errors to the logger options. */
export const withSafeLogging = (logger: Logger): Logger => ({
  ...logger,
  serializers: { ...logger.serializers, err: errorForLog },
  hooks: { logMethod: repeatedErrors(messages) },
});
