import type { ErrorName } from '@dev-connector/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Failure, SignInFailed } from '../errors.ts';
import { networkOf } from '../http/rate-limits/address.ts';

/*
 * The audit log: authentication events and denied requests at level `info` (OWASP ASVS 5.0, 16.3.1 and 16.3.2). For the fields and their reasons, see
 * docs/monitoring.md.
 */

declare module 'fastify' {
  interface FastifyInstance {
    auditLog: AuditLog;
  }
}

const messages = {
  signIn: 'signed in',
  signOut: 'signed out',
  emailChanged: 'changed the e-mail address',
  handleChanged: 'changed the handle',
  emailVerified: 'confirmed the e-mail address',
  emailRestored: 'restored an earlier e-mail address',
  sessionEnded: 'ended a session',
  otherSessionsEnded: 'ended all other sessions',
  passwordChanged: 'changed the password',
  passwordConfirmed: 'confirmed the password',
  passwordReset: 'set a new password with a link',
  accountCreated: 'signed up',
  accountDeleted: 'deleted the account',
} as const;

interface AuditLog {
  /** Logs an action of a member. These lines are not limited, so use it only for actions with a strict rate limit, such as those that hash a password. */
  record(event: keyof typeof messages, request: FastifyRequest, member: string): void;
  /**
   * Logs a failure that denied access. Logs each failed sign-in, and per minute the first denial for each reason, member and network. Counts further ones, and
   * those beyond `maxLines`, and logs the counts at the end of the minute.
   */
  logDenied(failure: Failure, request: FastifyRequest): void;
}

const minute = 60_000; // ms
/** Maximum number of lines, and of counts, per minute and reason. Separate limits prevent a flood for one reason from hiding the others. */
const maxLines = 50;

interface Line {
  event: 'signInFailed' | 'refused';
  reason: ErrorName;
  route: string;
  member?: string;
  network: string;
}

interface ReasonLog {
  event: Line['event'];
  /** Logged lines and their repetitions, by request or by member and network. */
  lines: Map<string, { line: Line; more: number }>;
  /** Number of denials that exceeded `maxLines`. */
  dropped: number;
}

/** Adds `app.auditLog`. */
export function registerAuditLog(app: FastifyInstance): void {
  const { log } = app;
  const byReason = new Map<ErrorName, ReasonLog>();
  let timer: NodeJS.Timeout | undefined;

  app.decorate('auditLog', {
    record: (event, request, member) => log.info({ reqId: request.id, event, member, network: networkOf(request) }, messages[event]),

    logDenied(failure, request) {
      if (!isDenial(failure)) return;
      timer ??= setTimeout(logCounts, minute).unref();
      const line = lineOf(failure, request);
      const { event, reason, member, network } = line;
      const reasonLog = byReason.get(reason) ?? { event, lines: new Map(), dropped: 0 };
      byReason.set(reason, reasonLog);
      const key = event === 'signInFailed' ? request.id : `${member} ${network}`;
      const before = reasonLog.lines.get(key);
      if (before) before.more++;
      else if (reasonLog.lines.size >= maxLines) reasonLog.dropped++;
      else {
        reasonLog.lines.set(key, { line, more: 0 });
        log.info({ reqId: request.id, ...line }, event === 'signInFailed' ? 'sign-in failed' : 'refused');
      }
    },
  });

  function logCounts(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [reason, { event, lines, dropped }] of byReason) {
      for (const { line, more } of lines.values()) if (more > 0) log.info({ ...line, more }, 'repeated');
      if (dropped > 0) log.info({ event, reason, more: dropped }, 'further events were counted, not logged');
    }
    byReason.clear();
  }
  app.addHook('onClose', async () => logCounts());
}

/** Invalid credentials, missing permission, or a rate limit. A request without a token is normal for a visitor. */
const isDenial = ({ reason, status }: Failure): boolean =>
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
