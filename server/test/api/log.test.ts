import { expect, test } from 'vitest';
import { createResetLink } from '../../src/features/accounts/password-resets.ts';
import { clientOf } from '../client.ts';
import { password, signUp, writePost } from '../members.ts';
import { openSite } from '../site.ts';

const lines: string[] = [];
const site = await openSite({ logger: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } } });

test('passwords, tokens and e-mail addresses are never logged', async () => {
  const ada = await signUp(site, 'Ada');
  await clientOf(site).post('/api/auth', { email: ada.email, password });
  await clientOf(site).post('/api/auth', { email: ada.email, password: 'a wrong one' });
  await clientOf(site).post('/api/users', { name: 'Ada', email: ada.email, password });
  await ada.put('/api/auth/password', { current: 'a wrong one', password: 'the next password' });
  // Security events, passwords typed into the e-mail field, and reset links.
  await clientOf(site).post('/api/auth', { email: 'my.password@is-hunter2.example', password });
  const secret = await createResetLink(site.db, ada._id);
  await clientOf(site).post('/api/auth/reset', { secret: `${secret}x`, password: 'the next password' });
  await clientOf(site).post('/api/auth/reset', { secret, password: 'iloveyou' });
  const other = await signUp(site, 'Grace');
  await other.delete(`/api/posts/${await writePost(ada)}`);
  const changed = await other.put('/api/auth/password', { current: password, password: 'the next password' });
  await clientOf(site, changed.body.token).delete('/api/profile');
  await clientOf(site, 'not-a-token'.padEnd(43, 'x')).get('/api/auth');
  const post = await writePost(ada);
  // An unexpected error of the database.
  await site.db.run`alter table likes rename column created_at to other`;
  const response = await ada.put(`/api/posts/like/${post}`);
  expect(response.status).toBe(500);
  expect(response.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-\w+$/);
  const log = lines.join('');
  expect(log).toContain('unexpected failure');
  for (const event of ['accountCreated', 'signIn', 'signInFailed', 'refused', 'passwordChanged', 'accountDeleted'])
    expect(log).toContain(`"event":"${event}"`);
  const passwords = [password, 'a wrong one', 'the next password', 'hunter2', 'iloveyou', '$argon2id'];
  const secrets = [secret, ada.token, other.token, changed.body.token, 'not-a-token'];
  for (const hidden of [ada.email, other.email, ada.name, ...passwords, ...secrets]) expect(log).not.toContain(hidden);
  const failures = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
  expect(failures).toEqual([
    expect.objectContaining({
      reqId: response.headers['x-request-id'],
      err: expect.objectContaining({ stack: expect.stringContaining('at ') }),
    }),
  ]);
});

test('an error is logged without its detail', async () => {
  lines.length = 0;
  const error = Object.assign(new Error('broken', { cause: new Error('deeper') }), {
    code: '23505',
    detail: 'Key (email)=(ada@example.org)',
  });
  site.app.log.error({ err: error }, 'a message');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { type: 'Error', message: 'broken', code: '23505', cause: { message: 'deeper' } },
  });
  expect(lines[0]).not.toContain('example.org');
});
