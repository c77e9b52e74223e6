import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { clientOf, errorResponse } from '../client.ts';
import { createMembers, password, signIn, type TestMember, writePost } from '../members.ts';
import { connect, readResponse } from '../raw-http.ts';
import { openSite } from '../site.ts';

/* A session that ends while one of its requests is still being received. */

let onSessionChecked = () => {};
const site = await openSite({
  loadLimits: { bodyGrace: 60_000 },
  pages: (app) =>
    void app.addHook('preParsing', (_request, _reply, _payload, done) => {
      onSessionChecked(); // the session has been checked, the body has not been read
      done();
    }),
});

const revocations: Array<[string, (member: TestMember) => Promise<{ status: number }>]> = [
  ['sign-out', (member) => member.delete('/api/auth')],
  [
    'the end of the session from another device',
    async (member) => {
      const other = await signIn(site, member);
      const [session] = (await member.get('/api/auth/sessions')).body.filter(({ current }: { current: boolean }) => current);
      return other.delete(`/api/auth/sessions/${session._id}`);
    },
  ],
  ['the end of all other sessions', async (member) => (await signIn(site, member)).delete('/api/auth/sessions')],
  [
    'a password change',
    async (member) => (await signIn(site, member)).put('/api/auth/password', { current: password, password: 'an entirely new battery' }),
  ],
  ['account deletion', async (member) => (await signIn(site, member)).delete('/api/profile')],
];

/** Method, path and body. An empty body is sent as a final chunk, a JSON body with its length. */
const requests: Array<[string, string, string]> = [
  ['POST', '/api/posts', '{"text":"Too late"}'],
  ['POST', '/api/profile', '{"status":"Developer","skills":"TypeScript"}'],
  ['PUT', '/api/posts/like/POST', ''],
  ['PUT', '/api/posts/POST/like', ''],
  ['PUT', '/api/drafts/comment:POST', '{"text":"Too late"}'],
  ['PUT', '/api/auth/password', JSON.stringify({ current: password, password: 'stolen by somebody' })],
  ['DELETE', '/api/profile', '{}'],
  ['DELETE', '/api/auth/sessions', '{}'],
];

describe.for(revocations)('after %s', ([, revoke]) => {
  test.for(requests)('%s %s returns 401 if its body arrives later', async ([method, path, body]) => {
    const [member, author] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const post = await writePost(author);
    const socket = await connect(site);
    const framing = body === '' ? 'transfer-encoding: chunked' : `content-length: ${body.length}`;
    const checked = new Promise<void>((resolve) => (onSessionChecked = resolve));
    socket.write(
      `${method} ${path.replace('POST', post)} HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${member.token}\r\ncontent-type: application/json\r\n${framing}\r\n\r\n${body.slice(0, 1)}`,
    );
    await checked;
    const before = await state(member);
    expect((await revoke(member)).status).toBe(200);
    const after = await state(member);
    socket.write(body === '' ? '0\r\n\r\n' : body.slice(1));
    expect(await readResponse(socket)).toMatchObject(errorResponse(401, 'Token is not valid'));
    expect(await state(member)).toEqual(after);
    expect((await author.get(`/api/posts/${post}`)).body.likes).toEqual([]);
    expect(before.users).toHaveLength(1);
    socket.destroy();
    await once(socket, 'close');
  });
});

test('a request whose body arrives late succeeds if its session is valid', async () => {
  const [member] = (await createMembers(site, 1)) as [TestMember];
  const socket = await connect(site);
  const checked = new Promise<void>((resolve) => (onSessionChecked = resolve));
  socket.write(
    `POST /api/posts HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${member.token}\r\ncontent-type: application/json\r\ncontent-length: 13\r\n\r\n`,
  );
  await checked;
  socket.write('{"text":"Hi"}');
  expect(await readResponse(socket)).toMatchObject({ status: 200, body: { text: 'Hi' } });
  socket.destroy();
});

/** Returns the data that the requests above could change. */
async function state({ _id, email }: TestMember) {
  const users = await site.db.all`select id, password_hash from users where id = ${_id}`;
  const posts = await site.db.all`select id from posts where user_id = ${_id}`;
  const profiles = await site.db.all`select user_id from profiles where user_id = ${_id}`;
  const drafts = await site.db.all`select context from drafts where user_id = ${_id}`;
  const sessions = await site.db.all`select id from sessions where user_id = ${_id}`;
  const { status } = await clientOf(site).post('/api/auth', { email, password: 'stolen by somebody' });
  return { users, posts, profiles, drafts, sessions, stolen: status };
}
