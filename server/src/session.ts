import type { FastifyRequest } from 'fastify';
import type { Db } from './db/db.ts';
import { Failure } from './errors.ts';
import { findSession, isStale, noteUse } from './store/auth.ts';
import type { Member } from './store/member.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set on every route that needs a session. */
    member: Member | undefined;
  }
}

/** 256 bits in base64url. */
const tokenShape = /^[\w-]{43}$/;

/** The member behind the request's `x-auth-token`, or a failure. That the session is in use is written now and then, and nobody waits for it. */
export async function authenticate(db: Db, request: FastifyRequest): Promise<Member> {
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
