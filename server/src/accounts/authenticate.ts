import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Db } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { findSession, isStale, noteUse, requireSudo } from './auth.ts';
import type { Member } from './member.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The member who sends the request. Set on every route that requires a session. */
    member: Member | undefined;
    /** Whether the session was checked before the whole body had arrived. */
    checkAgain: boolean;
  }
}

/** 256 bits in base64url. */
const tokenShape = /^[\w-]{43}$/;

/**
 * Returns the hooks of a route that requires a session. They check it before the body is read and, if the body arrives later, once more
 * afterwards, because the session may have been revoked in between. With `sudo`, they also require a recent password confirmation.
 */
export function sessionHooks(db: Db, sudo = false): Required<Pick<RouteShorthandOptions, 'onRequest' | 'preHandler'>> {
  const check = async (request: FastifyRequest) => {
    request.member = await authenticate(db, request);
    if (sudo) requireSudo(request.member);
  };
  return {
    onRequest: async (request) => {
      await undefined; // lets the parser finish a body that arrived in the same packet as the headers
      request.checkAgain = request.raw.complete === false;
      await check(request);
    },
    preHandler: (request, _reply, done) => {
      if (!request.checkAgain) return done();
      check(request).then(() => done(), done);
    },
  };
}

/** Returns the member for the request's `x-auth-token`. Throws `noToken` or `tokenInvalid`. Does not wait for the update of the last use. */
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
