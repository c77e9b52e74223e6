import { setImmediate } from 'node:timers/promises';
import type { Endpoint } from '@dev-connector/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { Failure } from '../../platform/errors.ts';
import { hasBody } from '../../platform/http/body.ts';
import { networkOf } from '../../platform/http/rate-limits/address.ts';
import type { Member } from '../../platform/member.ts';
import type { Settings } from '../../platform/settings.ts';
import { isActivityStale, noteActivity } from './activity.ts';
import { findSession, isStale, noteUse, requireSudo } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The member who sends the request. Set on every route that requires a session, and with a token where it is optional. */
    member: Member | undefined;
    /** Whether the session was checked before the whole body had arrived. */
    checkAgain: boolean;
  }
}

/** 256 bits in base64url. */
const tokenShape = /^[\w-]{43}$/;

/**
 * Requires a session on each endpoint of the contract whose `access` is `member`, and a valid token or none where it is `optional`. Checks it before the body is read and, if the body arrives later, once
 * more afterwards, because the session may have been revoked in between. With `sudo`, also requires a recent password confirmation.
 */
export function requireSessions(app: FastifyInstance, context: Context): void {
  app.decorateRequest('member', undefined);
  app.decorateRequest('checkAgain', false);
  const notes = new Set<string>();
  const restricts = restrictsUnverified(context.settings);
  app.addHook('onRoute', (route) => {
    const { endpoint } = route.config ?? {};
    if (!endpoint || endpoint.access === 'anyone') return;
    const check = async (request: FastifyRequest) => {
      if (endpoint.access === 'optional' && !request.headers['x-auth-token']) return;
      request.member = await authenticate(context, notes, request);
      if (endpoint.sudo) requireSudo(request.member);
      if (restricts && isRestricted(endpoint, request.member)) throw new Failure('emailUnverified');
    };
    route.onRequest = async (request) => {
      await (hasBody(request.headers) ? setImmediate() : undefined); // lets the parser finish a body that arrived in the same packet as the headers
      request.checkAgain = request.raw.complete === false;
      await check(request);
    };
    route.preHandler = (request, _reply, done) => {
      if (!request.checkAgain) return done();
      check(request).then(() => done(), done);
    };
  });
}

/** Whether members can only read until they confirm their e-mail address. */
const restrictsUnverified = ({ unverifiedAccounts, smtpUrl }: Settings): boolean =>
  (unverifiedAccounts ?? (smtpUrl ? 'read' : 'full')) === 'read';

/** Whether the site refuses this request of a member until the address is confirmed. Accounts from before the site asked for it are not restricted. */
const isRestricted = ({ method, unverified }: Endpoint, { emailPending }: Member): boolean =>
  emailPending === 1 && method !== 'GET' && !unverified;

/** Returns the member for the request's `x-auth-token`. Throws `noToken` or `tokenInvalid`. Does not wait for the updates of the last use, of which `notes` has those in progress. */
async function authenticate(context: Context, notes: Set<string>, request: FastifyRequest): Promise<Member> {
  const token = request.headers['x-auth-token'];
  if (token === undefined || token === '') throw new Failure('noToken');
  const found = typeof token === 'string' && tokenShape.test(token) ? await findSession(context.db, token) : undefined;
  if (!found) throw new Failure('tokenInvalid');
  const session = Object.assign(found, { network: networkOf(request) });
  if (isStale(session))
    once(notes, `use ${session.sessionId}`, () =>
      noteUse(context.db, session.sessionId).catch((err) =>
        request.log.warn({ reqId: request.id, err }, 'the use of a session was not noted'),
      ),
    );
  if (isActivityStale(session))
    once(notes, `activity ${session.id}`, () =>
      noteActivity(context, session).catch((err) => request.log.warn({ reqId: request.id, err }, 'the activity of a member was not noted')),
    );
  return session;
}

/** Runs a write unless it is in progress: while another process locks the database, each request would add one to the queue. */
function once(inProgress: Set<string>, key: string, write: () => Promise<void>): void {
  if (inProgress.has(key)) return;
  inProgress.add(key);
  void write().finally(() => inProgress.delete(key));
}
