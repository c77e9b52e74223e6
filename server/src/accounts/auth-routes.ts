import {
  changePassword,
  confirmPassword,
  endOtherSessions,
  endSession,
  listSessions,
  readAccount,
  resetPassword,
  signIn,
  signOut,
} from '@dev-connector/contract';
import type { FastifyRequest } from 'fastify';
import type { Mount } from '../app.ts';
import { route } from '../http/route.ts';
import * as store from './auth.ts';
import { resetPassword as resetWithLink } from './password-resets.ts';
import { callerOf, rememberCaller } from './passwords/limits.ts';
import * as sessions from './sessions.ts';

export const auth: Mount = (app, context) => {
  const { db } = context;
  /** Records that a member has entered the correct password or set a new one. */
  const recordProof = async (
    event: 'signIn' | 'passwordReset' | 'passwordConfirmed' | 'passwordChanged',
    request: FastifyRequest,
    userId: string,
  ) => {
    app.auditLog.record(event, request, userId);
    await rememberCaller(context, userId, request);
  };

  route(app, resetPassword, async ({ body, request }) => {
    const { token, userId } = await resetWithLink(context, body, clientOf(request));
    await recordProof('passwordReset', request, userId);
    return { token };
  });
  route(app, signIn, async ({ body, request }) => {
    const { token, userId } = await store.signIn(context, body, clientOf(request));
    await recordProof('signIn', request, userId);
    return { token };
  });
  route(app, confirmPassword, async ({ member, body, request }) => {
    await store.confirmPassword(context, member, body.password, clientOf(request));
    await recordProof('passwordConfirmed', request, member.id);
    return { msg: 'Password confirmed' };
  });
  route(app, changePassword, async ({ member, body, request }) => {
    const token = await store.changePassword(context, member, body, clientOf(request));
    await recordProof('passwordChanged', request, member.id);
    return { token };
  });
  route(app, readAccount, ({ member }) => store.toAccount(member));
  route(app, signOut, async ({ member, request }) => {
    await sessions.endSession(db, member, member.sessionId);
    app.auditLog.record('signOut', request, member.id);
    return { msg: 'Signed out' };
  });
  route(app, listSessions, ({ member }) => sessions.listSessions(db, member));
  route(app, endSession, async ({ member, params, request }) => {
    await sessions.endSession(db, member, params.id);
    app.auditLog.record('sessionEnded', request, member.id);
    return { msg: 'Session ended' };
  });
  route(app, endOtherSessions, async ({ member, request }) => {
    const ended = await sessions.endOtherSessions(db, member);
    if (ended > 0) app.auditLog.record('otherSessionsEnded', request, member.id);
    return { msg: 'Other sessions ended' };
  });
};

const clientOf = (request: FastifyRequest): store.Client => ({ device: request.headers['user-agent'], caller: callerOf(request) });
