import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Db } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { findSession, isStale, noteUse, requireSudo } from './auth.ts';
import type { Member } from './member.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The member who sends the request; set on every route that needs a session. */
    member: Member | undefined;
    /** The session was checked before the whole request was there. */
    checkAgain: boolean;
  }
}

/** 256 bits in base64url. */
const tokenShape = /^[\w-]{43}$/;

/**
 * Hooks of a route that needs a session. It is checked before the body is read and, if the body arrives later, again once it is complete: the session may have
 * been revoked in between. With `sudo`, the password must have been given lately too.
 */
export function sessionHooks(db: Db, sudo = false): Required<Pick<RouteShorthandOptions, 'onRequest' | 'preHandler'>> {
  const check = async (request: FastifyRequest) => {
    request.member = await authenticate(db, request);
    if (sudo) requireSudo(request.member);
  };
  return {
    onRequest: async (request) => {
      await undefined; // a body in the same packet as its headers is complete by then
      request.checkAgain = request.raw.complete === false;
      await check(request);
    },
    preHandler: (request, _reply, done) => {
      if (!request.checkAgain) return done();
      check(request).then(() => done(), done);
    },
  };
}

/** The member behind the request's `x-auth-token`, or a failure. That the session is in use is written now and then, and nobody waits for it. */
async function authenticate(db: Db, request: FastifyRequest): Promise<Member> {
  const token = request.headers['x-auth-token'];
  if (token === undefined || token === '') throw new Failure('noToken');
  const session = typeof token === 'string' && tokenShape.test(token) ? await findSession(db, token) : undefined;
  if (!session) throw new Failure('tokenInvalid');
  if (isStale(session))
    noteUse(db, session.member.sessionId).catch((err) =>
      request.log.warn({ reqId: request.id, err }, 'the use of a session was not noted'),
    );
  return session.member;
}
