import { expect, test } from 'vitest';
import { createPasswords, hashPassword } from '../../src/features/accounts/passwords/password.ts';
import { openQueue } from '../queue-fixtures.ts';

const member = { network: '192.0.2.1', id: 'a', known: true };
const passwords = createPasswords(openQueue(), { current: [] });

test('hashes the same password differently each time and verifies it', async () => {
  const [hash, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(hash);
  expect(await passwords.verify('correct horse', hash, member)).toBe(true);
  expect(await passwords.verify('wrong horse', hash, member)).toBe(false);
  for (const none of [undefined, '']) expect(await passwords.verify('correct horse', none, member)).toBe(false);
});

test('rejects new passwords beyond the queue limit before checking them', async () => {
  const owner = { name: 'Ada', email: 'ada@example.org' };
  const all = await Promise.allSettled(Array.from({ length: 23 }, () => passwords.hashNew('sunshine', owner, member)));
  const failures = all.map((result) => (result.status === 'rejected' ? result.reason.reason : 'hashed'));
  expect(failures).toEqual([...Array(21).fill('passwordEasy'), ...Array(2).fill('unavailable')]);
});
