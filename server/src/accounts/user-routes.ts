import { changeAccount, deleteAccount, register } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { deleteAccount as deleteUser } from '../deletion/batches.ts';
import { Failure } from '../errors.ts';
import { callerOf } from '../http/rate-limits/caller.ts';
import { route } from '../http/route.ts';
import { startSession } from './auth.ts';
import * as store from './users.ts';

export const users: Mount = (app, context) => {
  const { db } = context;
  route(app, db, register, async ({ body, request }) => {
    const user = await store.register(context, body, callerOf(request));
    app.auditLog.record('accountCreated', request, user.id);
    const token = await startSession(db, user, request.headers['user-agent']);
    if (!token) throw new Failure('tokenInvalid'); // the account was deleted in the meantime
    await app.limits.signedIn(user.id, request);
    return { token };
  });
  route(app, db, changeAccount, async ({ member, body, request }) => {
    const isNewEmail = body.email !== undefined && body.email !== member.email;
    // A new address reveals whether another account has it, as a sign-up does.
    if (isNewEmail) await app.limits.admit('signUp', request);
    const account = await store.changeAccount(context, member, body);
    if (isNewEmail) app.auditLog.record('emailChanged', request, member.id);
    return account;
  });
  route(app, db, deleteAccount, async ({ member, request }) => {
    await deleteUser(context, member);
    app.auditLog.record('accountDeleted', request, member.id);
    return { msg: 'User deleted' };
  });
};
