import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Failure } from './errors.ts';
import { networkOf } from './limits/address.ts';

/*
 * Who came in and who was kept out, in the log at level `info` (OWASP ASVS 5.0, 16.3.1 and 16.3.2). What may stand in a line, and why:
 * docs/decisions/2026-11-21-events.md
 */

declare module 'fastify' {
  interface FastifyInstance {
    events: Events;
  }
}

const messages = {
  signIn: 'signed in',
  signInFailed: 'a sign-in failed',
  signOut: 'signed out',
  sessionEnded: 'ended a session',
  otherSessionsEnded: 'ended all other sessions',
  passwordChanged: 'changed the password',
  passwordReset: 'set a new password with a link',
  accountCreated: 'signed up',
  accountDeleted: 'deleted the account',
} as const;

interface Events {
  /** One line for what a member did; undefined where nobody knows which member it is about. */
  note(event: keyof typeof messages, request: FastifyRequest, member: string | undefined): void;
  /** A line if the failure means that somebody was kept out: of each reason and each member, or network, the first within a minute, and later how many more. */
  refused(failure: Failure, request: FastifyRequest): void;
}

const minute = 60_000; // ms
/** Of refusals, lines within a minute, and as many again that say how often they were repeated; what is beyond is counted together. */
const mostRefusals = 100;

interface Refusal {
  event: 'refused';
  reason: string;
  route: string;
  member?: string;
  network: string;
}

/** Lets the app note events. */
export function noteEvents(app: FastifyInstance): void {
  const { log } = app;
  const refusals = new Map<string, { refusal: Refusal; more: number }>();
  let beyond = 0;
  let timer: NodeJS.Timeout | undefined;

  app.decorate('events', {
    note(event, request, member) {
      log.info({ reqId: request.id, event, ...(member !== undefined && { member }), network: networkOf(request) }, messages[event]);
    },

    refused(failure, request) {
      if (failure.reason === 'invalidCredentials') return app.events.note('signInFailed', request, failure.member);
      if (!keepsOut(failure)) return;
      timer ??= setTimeout(sum, minute).unref();
      const [member, network] = [request.member?.id, networkOf(request)];
      const key = `${failure.reason} ${member ?? network}`;
      const before = refusals.get(key);
      if (before) before.more++;
      else if (refusals.size >= mostRefusals) beyond++;
      else {
        const route = `${request.method} ${request.routeOptions.url ?? '*'}`;
        const refusal: Refusal = { event: 'refused', reason: failure.reason, route, ...(member !== undefined && { member }), network };
        refusals.set(key, { refusal, more: 0 });
        log.info({ reqId: request.id, ...refusal }, 'refused');
      }
    },
  });

  function sum(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const { refusal, more } of refusals.values()) if (more > 0) log.info({ ...refusal, more }, 'refused again and again');
    if (beyond > 0) log.info({ event: 'refused', more: beyond }, 'refused so many more that they were only counted');
    refusals.clear();
    beyond = 0;
  }
  app.addHook('onClose', async () => sum());
}

/** A credential that is none, something that is not theirs to do, or too much of it. To ask without a token is what every visitor does. */
const keepsOut = ({ reason, status }: Failure): boolean =>
  [401, 403, 429].includes(status) ? reason !== 'noToken' : reason === 'currentPasswordWrong' || reason === 'resetInvalid';
