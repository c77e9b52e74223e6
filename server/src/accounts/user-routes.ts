import { changeAccount, deleteAccount, register } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { Failure } from '../errors.ts';
import { route } from '../http/route.ts';
import { callerOf, rememberCaller } from './passwords/limits.ts';
import { startSession } from './sessions.ts';
import * as store from './users.ts';

export const users: Mount = (app, context) => {
  const { db } = context;
  route(app, register, async ({ body, request }) => {
    const user = await store.register(context, body, callerOf(request));
    app.auditLog.record('accountCreated', request, user.id);
    const token = await startSession(db, user, request.headers['user-agent']);
    if (!token) throw new Failure('tokenInvalid'); // the account was deleted in the meantime
    await rememberCaller(context, user.id, request);
    return { token };
  });
  route(app, changeAccount, async ({ member, body, request }) => {
    const isNewEmail = body.email !== undefined && body.email !== member.email;
    // A new address reveals whether another account has it, as a sign-up does.
    if (isNewEmail) await app.limits.admit('signUp', request);
    const account = await store.changeAccount(context, member, body);
    if (isNewEmail) app.auditLog.record('emailChanged', request, member.id);
    return account;
  });
  route(app, deleteAccount, async ({ member, request }) => {
    await store.deleteAccount(context, member);
    app.auditLog.record('accountDeleted', request, member.id);
    return { msg: 'User deleted' };
  });
};
