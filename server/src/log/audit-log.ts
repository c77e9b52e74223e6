import type { ErrorName } from '@dev-connector/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Failure, SignInFailed } from '../errors.ts';
import { networkOf } from '../http/rate-limits/address.ts';

/*
 * Who came in and who was kept out, in the log at level `info` (OWASP ASVS 5.0, 16.3.1 and 16.3.2). What may stand in a line, and why:
 * docs/decisions/logging.md
 */

declare module 'fastify' {
  interface FastifyInstance {
    events: Events;
  }
}

const messages = {
  signIn: 'signed in',
  signOut: 'signed out',
  sessionEnded: 'ended a session',
  otherSessionsEnded: 'ended all other sessions',
  passwordChanged: 'changed the password',
  passwordConfirmed: 'confirmed the password',
  passwordReset: 'set a new password with a link',
  accountCreated: 'signed up',
  accountDeleted: 'deleted the account',
} as const;

interface Events {
  /** One line for what a member did. Only for what costs: a hash, or something that is gone then. Nothing else bounds these lines. */
  note(event: keyof typeof messages, request: FastifyRequest, member: string): void;
  /**
   * Tells of a failure, if it means that somebody was kept out. Within a minute there is a line for each sign-in that failed, and for each reason the first time
   * that it meets this member from this network; what is beyond that, or beyond `mostLines`, is told in sums when the minute is over.
   */
  logDenied(failure: Failure, request: FastifyRequest): void;
}

const minute = 60_000; // ms
/** Lines within a minute, and as many sums again. Each reason has its own, so that a flood for one hides nothing of the others. */
const mostLines = 50;

interface Line {
  event: 'signInFailed' | 'refused';
  reason: ErrorName;
  route: string;
  member?: string;
  network: string;
}

interface Told {
  event: Line['event'];
  /** By whom it is about: what was written, and how often it happened again. */
  lines: Map<string, { line: Line; more: number }>;
  /** What came when there were as many lines as there may be. */
  beyond: number;
}

/** Lets the app note events. */
export function registerAuditLog(app: FastifyInstance): void {
  const { log } = app;
  const byReason = new Map<ErrorName, Told>();
  let timer: NodeJS.Timeout | undefined;

  app.decorate('events', {
    note: (event, request, member) => log.info({ reqId: request.id, event, member, network: networkOf(request) }, messages[event]),

    logDenied(failure, request) {
      if (!keepsOut(failure)) return;
      timer ??= setTimeout(sum, minute).unref();
      const line = lineOf(failure, request);
      const { event, reason, member, network } = line;
      const told = byReason.get(reason) ?? { event, lines: new Map(), beyond: 0 };
      byReason.set(reason, told);
      const key = event === 'signInFailed' ? request.id : `${member} ${network}`;
      const before = told.lines.get(key);
      if (before) before.more++;
      else if (told.lines.size >= mostLines) told.beyond++;
      else {
        told.lines.set(key, { line, more: 0 });
        log.info({ reqId: request.id, ...line }, event === 'signInFailed' ? 'a sign-in failed' : 'refused');
      }
    },
  });

  function sum(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [reason, { event, lines, beyond }] of byReason) {
      for (const { line, more } of lines.values()) if (more > 0) log.info({ ...line, more }, 'again and again');
      if (beyond > 0) log.info({ event, reason, more: beyond }, 'so many more that they were only counted');
    }
    byReason.clear();
  }
  app.addHook('onClose', async () => sum());
}

/** A credential that is none, something that is not theirs to do, or too much of it. To ask without a token is what every visitor does. */
const keepsOut = ({ reason, status }: Failure): boolean =>
  [401, 403, 429].includes(status)
    ? reason !== 'noToken'
    : ['invalidCredentials', 'currentPasswordWrong', 'passwordWrong', 'resetInvalid'].includes(reason);

function lineOf(failure: Failure, request: FastifyRequest): Line {
  const failedSignIn = failure instanceof SignInFailed;
  const member = failedSignIn ? failure.member : request.member?.id;
  return {
    event: failedSignIn ? 'signInFailed' : 'refused',
    reason: failure.reason,
    route: `${request.method} ${request.routeOptions.url ?? '*'}`,
    ...(member !== undefined && { member }),
    network: networkOf(request),
  };
}
