import type { FastifyRequest } from 'fastify';
import type { Db } from './db/db.ts';
import { Failure } from './errors.ts';
import { findMember } from './store/auth.ts';
import type { Member } from './store/member.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set on every route that needs a session. */
    member: Member | undefined;
  }
}

/** 256 bits in base64url. */
const tokenShape = /^[\w-]{43}$/;

/** The member behind the request's `x-auth-token`, or a failure. */
export async function authenticate(db: Db, request: FastifyRequest): Promise<Member> {
  const token = request.headers['x-auth-token'];
  if (token === undefined || token === '') throw new Failure('noToken');
  const member = typeof token === 'string' && tokenShape.test(token) ? await findMember(db, token) : undefined;
  if (!member) throw new Failure('tokenInvalid');
  return member;
}
