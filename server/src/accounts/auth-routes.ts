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
import { callerOf } from '../http/rate-limits/caller.ts';
import { route } from '../http/route.ts';
import * as store from './auth.ts';
import * as resets from './password-resets.ts';

export const auth: Mount = (app, { db }) => {
  route(app, db, resetPassword, async ({ body, request }) => {
    const { token, userId } = await resets.resetPassword(db, body, clientOf(request));
    app.auditLog.record('passwordReset', request, userId);
    await app.limits.signedIn(userId, request);
    return { token };
  });
  route(app, db, signIn, async ({ body, request }) => {
    const { token, userId } = await store.signIn(db, body, clientOf(request));
    app.auditLog.record('signIn', request, userId);
    await app.limits.signedIn(userId, request);
    return { token };
  });
  route(app, db, readAccount, ({ member }) => store.toAccount(member));
  route(app, db, signOut, async ({ member, request }) => {
    await store.endSession(db, member, member.sessionId);
    app.auditLog.record('signOut', request, member.id);
    return { msg: 'Signed out' };
  });
  route(app, db, listSessions, ({ member }) => store.listSessions(db, member));
  route(app, db, endSession, async ({ member, params, request }) => {
    await store.endSession(db, member, params.id);
    app.auditLog.record('sessionEnded', request, member.id);
    return { msg: 'Session ended' };
  });
  route(app, db, endOtherSessions, async ({ member, request }) => {
    const ended = await store.endOtherSessions(db, member);
    if (ended > 0) app.auditLog.record('otherSessionsEnded', request, member.id);
    return { msg: 'Other sessions ended' };
  });
  route(app, db, confirmPassword, async ({ member, body, request }) => {
    await store.confirmPassword(db, member, body.password, clientOf(request));
    app.auditLog.record('passwordConfirmed', request, member.id);
    await app.limits.signedIn(member.id, request);
    return { msg: 'Password confirmed' };
  });
  route(app, db, changePassword, async ({ member, body, request }) => {
    const token = await store.changePassword(db, member, body, clientOf(request));
    app.auditLog.record('passwordChanged', request, member.id);
    await app.limits.signedIn(member.id, request);
    return { token };
  });
};

const clientOf = (request: FastifyRequest): store.Client => ({ device: request.headers['user-agent'], caller: callerOf(request) });
