import { Readable } from 'node:stream';
import * as contract from '@dev-connector/contract';
import type { FastifyRequest } from 'fastify';
import type { Mount } from '../../platform/context.ts';
import { Failure } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';
import { mailOf } from '../../platform/mail/mail.ts';
import { storageOf } from '../storage/stored-bytes.ts';
import * as auth from './auth.ts';
import { noteExport, readAccountData } from './export.ts';
import { askForConfirmation } from './mail/address-mails.ts';
import { useLink } from './mail/verification.ts';
import { writeAsMember } from './member.ts';
import { resetPassword } from './password-resets.ts';
import { callerOf, limitResets, rememberCaller } from './passwords/limits.ts';
import * as sessions from './sessions.ts';
import * as users from './users.ts';

export const accounts: Mount = (app, context) => {
  const { db } = context;
  const mails = mailOf(context);
  /** Records that a member has entered the correct password or set a new one. */
  const recordPasswordUse = async (
    event: 'signIn' | 'passwordReset' | 'passwordConfirmed' | 'passwordChanged',
    request: FastifyRequest,
    userId: string,
  ) => {
    app.auditLog.record(event, request, userId);
    await rememberCaller(context, userId, request);
  };

  route(app, contract.resetPassword, async ({ body, request }) => {
    const { token, userId } = await resetPassword(context, body, clientOf(request));
    await recordPasswordUse('passwordReset', request, userId);
    return { token };
  });
  route(app, contract.signIn, async ({ body, request }) => {
    const { token, userId } = await auth.signIn(context, body, clientOf(request));
    await recordPasswordUse('signIn', request, userId);
    return { token };
  });
  route(app, contract.confirmPassword, async ({ member, body, request }) => {
    await auth.confirmPassword(context, member, body.password, clientOf(request));
    await recordPasswordUse('passwordConfirmed', request, member.id);
    return { msg: 'Password confirmed' };
  });
  route(app, contract.changePassword, async ({ member, body, request }) => {
    const token = await auth.changePassword(context, member, body, clientOf(request));
    await recordPasswordUse('passwordChanged', request, member.id);
    return { token };
  });
  route(app, contract.requestReset, async ({ body, request }) => {
    if (!mails.enabled) throw new Failure('mailDisabled');
    await limitResets(app, request, body.email);
    await db.transaction((tx) => mails.enqueue(tx, 'passwordForgotten', { email: body.email }));
    return { msg: 'If an account has this address, a link is on its way' };
  });
  route(app, contract.verifyEmail, async ({ body, request }) => {
    const { userId, undone } = await useLink(context, body.secret);
    app.auditLog.record(undone ? 'emailRestored' : 'emailVerified', request, userId);
    return { msg: undone ? 'E-mail address restored' : 'E-mail address confirmed' };
  });
  route(app, contract.requestVerification, async ({ member }) => {
    if (!mails.enabled) throw new Failure('mailDisabled');
    await writeAsMember(db, member, async (tx) => {
      if (member.emailRejectedAt !== null) await tx.run`update users set email_rejected_at = null where id = ${member.id}`;
      if (member.emailVerifiedAt === null) await askForConfirmation(context, tx, member.id);
    });
    return { msg: member.emailVerifiedAt === null ? 'A link is on its way' : 'Mail to your address is sent again' };
  });
  route(app, contract.readStorage, ({ member }) => storageOf(context).read(member.id));
  route(app, contract.readAccount, ({ member }) => auth.toAccount(member));
  route(app, contract.signOut, async ({ member, request }) => {
    await sessions.endSession(context, member, member.sessionId);
    app.auditLog.record('signOut', request, member.id);
    return { msg: 'Signed out' };
  });
  route(app, contract.listSessions, ({ member }) => sessions.listSessions(db, member));
  route(app, contract.endSession, async ({ member, params, request }) => {
    await sessions.endSession(context, member, params.id);
    app.auditLog.record('sessionEnded', request, member.id);
    return { msg: 'Session ended' };
  });
  route(app, contract.endOtherSessions, async ({ member, request }) => {
    const ended = await sessions.endOtherSessions(context, member);
    if (ended > 0) app.auditLog.record('otherSessionsEnded', request, member.id);
    return { msg: 'Other sessions ended' };
  });

  route(app, contract.register, async ({ body, request }) => {
    const user = await users.register(context, body, callerOf(request));
    app.auditLog.record('accountCreated', request, user.id);
    const token = await sessions.startSession(context, user, request.headers['user-agent']);
    if (!token) throw new Failure('tokenInvalid'); // the account was deleted in the meantime
    await rememberCaller(context, user.id, request);
    return { token };
  });
  route(app, contract.readMember, ({ member, params }) => users.readMember(db, member ?? 'visitors', params.userId));
  route(app, contract.changeAccount, async ({ member, body, request }) => {
    const isNewEmail = body.email !== undefined && body.email !== member.email;
    // A new address reveals whether another account has it, as a sign-up does.
    if (isNewEmail) await app.limits.admit('signUp', request);
    const account = await users.changeAccount(context, member, body);
    if (isNewEmail) app.auditLog.record('emailChanged', request, member.id);
    if (account.handle !== (member.handle ?? undefined)) app.auditLog.record('handleChanged', request, member.id);
    return account;
  });
  route(app, contract.deleteAccount, async ({ member, request }) => {
    await users.deleteAccount(context, member);
    app.auditLog.record('accountDeleted', request, member.id);
    return { msg: 'User deleted' };
  });

  route(app, contract.readAccountData, async ({ member, request, reply }) => {
    const pieces = readAccountData(context, member, () => app.timeSlice(request));
    const head = await pieces.next(); // throws expected failures before the response starts
    // Does not wait, because a download needs no lock of the database.
    noteExport(context, member).catch((err) => request.log.warn({ reqId: request.id, err }, 'a download of data was not noted'));
    reply.type('application/json; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="dev-connector-${new Date().toISOString().slice(0, 10)}.json"`);
    // Fastify applies backpressure to the stream and destroys it when the client disconnects.
    return Readable.from(after(head.value ?? '', pieces), { objectMode: false }) as unknown as contract.AccountData;
  });
};

const clientOf = (request: FastifyRequest): auth.Client => ({
  device: request.headers['user-agent'],
  isNewDevice: request.newDevice,
  caller: callerOf(request),
});

async function* after(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}
