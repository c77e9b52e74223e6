import {
  type ErrorName,
  type ErrorStatus,
  errors,
  type FieldCode,
  type Problem,
  type ProblemItem,
  problemOf,
  rateLimitMessage,
} from '@dev-connector/contract';
import type { FastifyError } from 'fastify';
import { DatabaseBusy, DatabaseMoved, DatabaseUnavailable, DiskFull } from './db/db.ts';

/** An expected failure from the contract's error catalogue. Stores throw it, and the error handler turns it into the response. */
export class Failure extends Error {
  override name = 'Failure';
  readonly reason: ErrorName;
  readonly status: ErrorStatus;
  readonly items: ProblemItem[];
  /** Seconds until the client may retry. */
  readonly retryAfter: number | undefined;
  /** The stored state that the request conflicts with; sent to the client. */
  readonly current: object | undefined;

  /** Pass a `cause` to log the failure as a warning. The response does not contain it. A `msg` with more details replaces that of the catalogue. */
  constructor(reason: ErrorName, options?: ErrorOptions & { current?: object; msg?: string | undefined }) {
    const { status, ...entry } = errors[reason];
    const item = { ...entry, code: reason, msg: options?.msg ?? entry.msg };
    super(item.msg, options);
    this.reason = reason;
    this.status = status;
    this.items = [item];
    this.retryAfter = status > 501 ? busyFor : undefined;
    this.current = options?.current;
  }
}

/** The `retry-after` of a 502, 503 or 504 response, in seconds. */
const busyFor = 5;

/** A rate limit is exhausted. `milliseconds` is the time until the client may retry. */
export class RateLimited extends Failure {
  override readonly items: ProblemItem[];
  override readonly retryAfter: number;

  constructor(milliseconds: number) {
    super('tooMany');
    this.retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
    this.items = [{ msg: rateLimitMessage(this.retryAfter), code: this.reason }];
  }
}

/** A sign-in with a wrong password or an unknown e-mail address; the response is the same for both. `member` is only logged. */
export class SignInFailed extends Failure {
  readonly member: string | undefined;

  constructor(member: string | undefined) {
    super('invalidCredentials');
    this.member = member;
  }
}

/** An error of a field; its code is `fieldInvalid` by default. */
export type FieldProblem = Omit<ProblemItem, 'code'> & { code?: FieldCode };

/** Fields of the body or the query that do not match their schema, with one item per field. */
export class InvalidFields extends Error {
  override name = 'InvalidFields';
  readonly status = 400 as const;
  readonly items: ProblemItem[];

  constructor(items: FieldProblem[]) {
    super(items.map((item) => item.msg).join('; '));
    this.items = items.map((item) => ({ code: 'fieldInvalid', ...item }));
  }
}

/** The failure of a readiness check. It is for admins, so it says what they have to do. */
export const notReady = (cause: unknown): Failure =>
  new Failure('unavailable', {
    cause,
    msg:
      cause instanceof DatabaseMoved
        ? 'The database file of the site was moved, replaced or deleted. Move it back, or restart the site.'
        : undefined,
  });

/** Maps the error codes of Fastify and Node's HTTP parser to the contract's errors. */
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

/** Errors of libraries that name a client error by its status, such as those of static files. */
const ofStatus: Record<number, ErrorName> = {
  400: 'malformedRequest',
  404: 'routeNotFound',
  412: 'preconditionFailed',
  416: 'rangeNotSatisfiable',
};

/** Converts any thrown value to a problem of the contract. `expected` is false for errors to investigate, which are logged with their stack. */
export function toProblem(thrown: unknown): { problem: Problem; expected: boolean; retryAfter: number | undefined } {
  const failure = toFailure(thrown);
  return {
    problem: problemOf(failure.status, failure.items, failure instanceof Failure ? failure.current : undefined),
    expected: failure.status !== 500 && (!(thrown instanceof DatabaseUnavailable) || thrown instanceof DatabaseBusy),
    retryAfter: failure instanceof Failure ? failure.retryAfter : undefined,
  };
}

function toFailure(thrown: unknown): Failure | InvalidFields {
  if (thrown instanceof Failure || thrown instanceof InvalidFields) return thrown;
  if (thrown instanceof DiskFull) return new Failure('diskFull');
  if (thrown instanceof DatabaseUnavailable) return new Failure('unavailable');
  const { code = '', statusCode } = (thrown ?? {}) as Partial<FastifyError>;
  const known = ofFramework[code];
  if (known) return new Failure(known);
  if (code.startsWith('HPE_')) return new Failure('malformedRequest');
  return new Failure(
    ofStatus[statusCode ?? 0] ?? (statusCode && statusCode >= 400 && statusCode < 500 ? 'malformedRequest' : 'unexpected'),
  );
}
