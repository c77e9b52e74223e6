import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeAll, expect, test } from 'vitest';
import { type Client, clientOf } from '../client.ts';
import { signUp } from '../members.ts';
import { connect, readResponse } from '../raw-http.ts';
import { recordedSite } from '../recording-db.ts';
import { openSite } from '../site.ts';

/* A write runs few statements: none reads what the request has just written, other than a list in its response. */

const site = await openSite();
const statementsOfRequest = new AsyncLocalStorage<string[]>(); // so that a timer of the app adds none
let post: string;
let member: Client;
let other: Client;

beforeAll(async () => {
  other = await signUp(site, 'Bea');
  const { token } = await signUp(site, 'Ann');
  member = clientOf(await recordedSite(site, ({ sql }) => void statementsOfRequest.getStore()?.push(sql.join('?').trim())), token);
  post = (await member.post('/api/posts', { text: 'Measures the storage of the account' })).body._id;
});

/** Returns the kind of each statement, and the table that it writes. */
async function statementsOf(request: () => Promise<{ status: number }>): Promise<unknown[]> {
  const statements: string[] = [];
  expect((await statementsOfRequest.run(statements, request)).status).toBe(200);
  return statements.map((sql) => /^(select|insert into \w+|update \w+|delete from \w+)/.exec(sql)?.[0]);
}

const [session, lock] = ['select', 'select'];
const notification = 'insert into notifications';
const live = 'insert into live_events';

test('writes a post in four statements, and reads whether followers are notified in one', async () => {
  const found = await statementsOf(() => member.post('/api/posts', { text: 'Hello', title: 'A title' }));
  const writes = ['insert into posts', 'insert into post_html', 'select', 'insert into search_documents', live];
  expect(found).toEqual([session, ...writes]);
});

test('writes a comment in six statements, and reads the newest comments in two', async () => {
  const found = await statementsOf(() => member.post(`/api/posts/comment/${post}`, { text: 'Hello' }));
  const writes = ['insert into comments', 'insert into comment_html', 'update posts', notification, 'insert into search_documents', live];
  expect(found).toEqual([session, lock, ...writes, 'select', 'select']);
});

test('notifies the author of a post and of a comment in one statement', async () => {
  const theirs = (await other.post('/api/posts', { text: 'Theirs' })).body._id;
  const parent = (await other.post(`/api/posts/comment/${theirs}`, { text: 'Theirs' })).body[0]._id;
  const reply = await statementsOf(() => member.post(`/api/posts/comment/${theirs}`, { text: 'A reply', parent }));
  expect(reply.filter((statement) => statement === notification)).toEqual([notification]);
  const like = await statementsOf(() => member.put(`/api/posts/${theirs}/like`));
  expect(like).toEqual([session, lock, 'insert into likes', 'update posts', notification, live]);
  const unlike = await statementsOf(() => member.delete(`/api/posts/${theirs}/like`));
  expect(unlike).toEqual([session, lock, 'delete from likes', 'update posts', live]);
});

test('likes a post in three statements, and reads no likes', async () => {
  const like = await statementsOf(() => member.put(`/api/posts/${post}/like`));
  const unlike = await statementsOf(() => member.delete(`/api/posts/${post}/like`));
  expect(like).toEqual([session, lock, 'insert into likes', 'update posts', live]);
  expect(unlike).toEqual([session, lock, 'delete from likes', 'update posts', live]);
});

test('checks the session once if the body arrives with the headers', async () => {
  const { token } = await signUp(site, 'Cleo');
  let checks = 0;
  const recorded = await recordedSite(site, ({ sql }) => void (sql.join('?').includes('token_hash =') && checks++));
  const socket = await connect(recorded);
  const text = JSON.stringify({ text: 'Hello' });
  const head = `POST /api/posts HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${token}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n`;
  socket.write(head + text);
  expect((await readResponse(socket)).status).toBe(200);
  expect(checks).toBe(1);
  socket.destroy();
});
