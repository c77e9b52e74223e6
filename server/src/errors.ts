import {
  type ErrorName,
  type ErrorStatus,
  errors,
  type Problem,
  type ProblemItem,
  rateLimitMessage,
  reasons,
} from '@dev-connector/contract';
import type { FastifyError } from 'fastify';
import { DatabaseBusy, DatabaseUnavailable } from './db/db.ts';

/** An expected failure of the contract's catalogue. Stores throw it; the app's error handler answers with it. */
export class Failure extends Error {
  override name = 'Failure';
  readonly reason: ErrorName;
  readonly status: ErrorStatus;
  readonly items: ProblemItem[];
  /** Seconds after which the same may be tried again. */
  readonly retryAfter: number | undefined;

  /** A `cause` is for the log alone: with it, what failed is logged as a warning. */
  constructor(reason: ErrorName, options?: ErrorOptions) {
    const { status, ...item } = errors[reason];
    super(item.msg, options);
    this.reason = reason;
    this.status = status;
    this.items = [item];
    this.retryAfter = status === 503 ? busyFor : undefined;
  }
}

/** Seconds that a busy site asks for. */
const busyFor = 5;

/** Somebody's limit is used up, for so many milliseconds. */
export class RateLimited extends Failure {
  override readonly items: ProblemItem[];
  override readonly retryAfter: number;

  constructor(milliseconds: number) {
    super('tooMany');
    this.retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
    this.items = [{ msg: rateLimitMessage(this.retryAfter) }];
  }
}

/** A sign-in with a wrong password, or of nobody: the answer is the same. Whose account it was is for the log alone. */
export class SignInFailed extends Failure {
  readonly member: string | undefined;

  constructor(member: string | undefined) {
    super('invalidCredentials');
    this.member = member;
  }
}

/** Fields of the body or the query that do not fit their schema: one item a field. */
export class InvalidFields extends Error {
  override name = 'InvalidFields';
  readonly status = 400 as const;
  readonly items: ProblemItem[];

  constructor(items: ProblemItem[]) {
    super(items.map((item) => item.msg).join('; '));
    this.items = items;
  }
}

/** What Fastify and its parsers throw, by their own codes. */
const ofFramework: Record<string, ErrorName> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bodyRequired',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformedJson',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformedRequest',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'notJson',
  FST_ERR_CTP_INVALID_TYPE: 'notJson',
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_BAD_URL: 'malformedUrl',
  FST_ERR_MAX_PARAM_LENGTH: 'urlTooLong',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/** Any thrown thing as the contract's problem. `expected` is false where someone should look: it is logged with its stack. */
export function toProblem(thrown: unknown): { problem: Problem; expected: boolean; retryAfter: number | undefined } {
  const failure = toFailure(thrown);
  return {
    problem: { title: reasons[failure.status], status: failure.status, errors: failure.items },
    expected: failure.status !== 500 && (!(thrown instanceof DatabaseUnavailable) || thrown instanceof DatabaseBusy),
    retryAfter: failure instanceof Failure ? failure.retryAfter : undefined,
  };
}

function toFailure(thrown: unknown): Failure | InvalidFields {
  if (thrown instanceof Failure || thrown instanceof InvalidFields) return thrown;
  if (thrown instanceof DatabaseUnavailable) return new Failure('unavailable');
  const { code = '', statusCode } = (thrown ?? {}) as Partial<FastifyError>;
  const known = ofFramework[code];
  if (known) return new Failure(known);
  if (code.startsWith('HPE_') || statusCode === 400) return new Failure('malformedRequest');
  return new Failure('unexpected');
}
