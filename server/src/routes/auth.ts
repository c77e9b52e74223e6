import { changePassword, endSession, listSessions, readAccount, signIn, signOut } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route } from '../route.ts';
import * as sessions from '../store/sessions.ts';

export const auth: Mount = (app, { db }) => {
  route(app, db, signIn, async ({ body, request }) => ({ token: await sessions.signIn(db, body, request.headers['user-agent']) }));
  route(app, db, readAccount, ({ member }) => sessions.readAccount(db, member));
  route(app, db, signOut, async ({ member }) => {
    await sessions.endSession(db, member, member.sessionId);
    return { msg: 'Signed out' };
  });
  route(app, db, listSessions, ({ member }) => sessions.listSessions(db, member));
  route(app, db, endSession, async ({ member, params }) => {
    await sessions.endSession(db, member, params.id);
    return { msg: 'Session ended' };
  });
  route(app, db, changePassword, async ({ member, body, request }) => ({
    token: await sessions.changePassword(db, member, body, request.headers['user-agent']),
  }));
};
