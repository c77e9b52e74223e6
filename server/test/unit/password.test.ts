import { describe, expect, test } from 'vitest';
import { hashQueue } from '../../src/accounts/passwords/hash-queue.ts';
import { createPasswords, hashPassword } from '../../src/accounts/passwords/password.ts';

/* Behaviour under more concurrent requests than a test over HTTP can send. */

const from = (network: string, known = false) => ({ network, address: network, known });
const member = from('a', true);
const passwords = createPasswords();

test('hashes the same password differently each time and verifies it', async () => {
  const [hash, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(hash);
  expect(await passwords.verify('correct horse', hash, member)).toBe(true);
  expect(await passwords.verify('wrong horse', hash, member)).toBe(false);
  expect(await passwords.verify('correct horse', undefined, member)).toBe(false);
});

test('rejects requests beyond the queue limit with 503 and recovers', async () => {
  await passwords.verify('warm-up', undefined, member);
  const cheap = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$c2FsdHNhbHRzYWx0c2FsdHNhbHRzYWx0c2FsdHNhbHQ';
  const all = await Promise.allSettled(Array.from({ length: 230 }, () => passwords.verify('x', cheap, member)));
  const rejected = all.filter(({ status }) => status === 'rejected');
  expect(rejected).toEqual(Array.from({ length: 28 }, () => expect.objectContaining({ reason: expect.objectContaining({ status: 503 }) })));
  expect(all.slice(0, 202).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await passwords.verify('x', cheap, member)).toBe(false);
});

test('rejects new passwords beyond the queue limit before checking them', async () => {
  await passwords.verify('warm-up', undefined, member);
  const owner = { name: 'Ada', email: 'ada@example.org' };
  const all = await Promise.allSettled(Array.from({ length: 230 }, () => passwords.hashNew('sunshine', owner, member)));
  const failures = all.map((result) => (result.status === 'rejected' ? result.reason.reason : 'hashed'));
  expect(failures).toEqual([...Array(202).fill('passwordEasy'), ...Array(28).fill('unavailable')]);
});

describe('a full queue', () => {
  const queue = hashQueue();
  /** Names in the order in which their hashes start. They may finish in another one. */
  const order: string[] = [];
  const hash = (name: string, caller: ReturnType<typeof from>) =>
    queue(caller, async () => void order.push(name)).catch(() => void order.push(`${name} refused`));

  test('rejects the network with the most entries and serves known and new callers soon', async () => {
    const flood = Array.from({ length: 230 }, () => hash('flood', from('a')));
    const others = [hash('newcomer', from('b')), hash('known', from('c', true))];
    await Promise.all([...flood, ...others]);
    expect(order).not.toContain('newcomer refused');
    expect(order).not.toContain('known refused');
    expect(order.filter((name) => name === 'flood refused')).toHaveLength(30);
    const served = order.filter((name) => !name.endsWith('refused'));
    expect(served.indexOf('known')).toBeLessThan(4);
    expect(served.indexOf('newcomer')).toBeLessThan(6);
  });

  test('serves an unknown caller even while known callers wait', async () => {
    order.length = 0;
    await Promise.all([...Array.from({ length: 60 }, (_, index) => hash('known', from(`k${index}`, true))), hash('stranger', from('s'))]);
    expect(order.indexOf('stranger')).toBeLessThan(8);
  });
});
