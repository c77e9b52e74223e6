import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { clientOf, refusal } from '../client.ts';
import { crowd, type Person, password, signIn, writePost } from '../community.ts';
import { openSite } from '../site.ts';
import { dial, readAnswer } from '../wire.ts';

/* A session that ends while a request of its is still arriving. */

let passed = () => {};
const site = await openSite({
  bounds: { request: 60_000, deletion: Number.POSITIVE_INFINITY }, // rows stay as the test left them
  pages: (app) =>
    void app.addHook('preParsing', (_request, _reply, _payload, done) => {
      passed(); // the session has been checked, the body has not been read
      done();
    }),
});

const revocations: Array<[string, (owner: Person) => Promise<{ status: number }>]> = [
  ['sign-out', (owner) => owner.delete('/api/auth')],
  [
    'the end of the session from another device',
    async (owner) => {
      const other = await signIn(site, owner);
      const [session] = (await owner.get('/api/auth/sessions')).body.filter(({ current }: { current: boolean }) => current);
      return other.delete(`/api/auth/sessions/${session._id}`);
    },
  ],
  ['the end of all other sessions', async (owner) => (await signIn(site, owner)).delete('/api/auth/sessions')],
  [
    'a password change',
    async (owner) => (await signIn(site, owner)).put('/api/auth/password', { current: password, password: 'an entirely new battery' }),
  ],
  ['account deletion', async (owner) => (await signIn(site, owner)).delete('/api/profile')],
];

/** Method, path and body. An empty body is sent as a last chunk, a JSON one with its length. */
const requests: Array<[string, string, string]> = [
  ['POST', '/api/posts', '{"text":"Too late"}'],
  ['POST', '/api/profile', '{"status":"Developer","skills":"TypeScript"}'],
  ['PUT', '/api/posts/like/POST', ''],
  ['PUT', '/api/auth/password', JSON.stringify({ current: password, password: 'stolen by somebody' })],
  ['DELETE', '/api/profile', '{}'],
  ['DELETE', '/api/auth/sessions', '{}'],
];

describe.for(revocations)('after %s', ([, revoke]) => {
  test.for(requests)('%s %s is refused if its body arrives then', async ([method, path, body]) => {
    const [owner, author] = (await crowd(site, 2)) as [Person, Person];
    const post = await writePost(author);
    const socket = await dial(site);
    const framing = body === '' ? 'transfer-encoding: chunked' : `content-length: ${body.length}`;
    const checked = new Promise<void>((resolve) => (passed = resolve));
    socket.write(
      `${method} ${path.replace('POST', post)} HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${owner.token}\r\ncontent-type: application/json\r\n${framing}\r\n\r\n${body.slice(0, 1)}`,
    );
    await checked;
    const before = await state(owner);
    expect((await revoke(owner)).status).toBe(200);
    const after = await state(owner);
    socket.write(body === '' ? '0\r\n\r\n' : body.slice(1));
    expect(await readAnswer(socket)).toMatchObject(refusal(401, 'Token is not valid'));
    expect(await state(owner)).toEqual(after);
    expect((await author.get(`/api/posts/${post}`)).body.likes).toEqual([]);
    expect(before.users).toHaveLength(1);
    socket.destroy();
    await once(socket, 'close');
  });
});

test('a request whose body arrives late runs while its session lives', async () => {
  const [owner] = (await crowd(site, 1)) as [Person];
  const socket = await dial(site);
  const checked = new Promise<void>((resolve) => (passed = resolve));
  socket.write(
    `POST /api/posts HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${owner.token}\r\ncontent-type: application/json\r\ncontent-length: 13\r\n\r\n`,
  );
  await checked;
  socket.write('{"text":"Hi"}');
  expect(await readAnswer(socket)).toMatchObject({ status: 200, body: { text: 'Hi' } });
  socket.destroy();
});

/** Whatever the requests above could change. */
async function state({ _id, email }: Person) {
  const users = await site.db.all`select id, password_hash from users where id = ${_id}`;
  const posts = await site.db.all`select id from posts where user_id = ${_id}`;
  const profiles = await site.db.all`select user_id from profiles where user_id = ${_id}`;
  const sessions = await site.db.all`select id from sessions where user_id = ${_id}`;
  const { status } = await clientOf(site).post('/api/auth', { email, password: 'stolen by somebody' });
  return { users, posts, profiles, sessions, stolen: status };
}
