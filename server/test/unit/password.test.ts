import { describe, expect, test } from 'vitest';
import { hashNewPassword, hashPassword, verifyPassword } from '../../src/accounts/passwords/password.ts';

/* What takes too many at once to be shown through HTTP. */

test('a hash is of its own each time, and known again', async () => {
  const [hash, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(hash);
  expect(await verifyPassword('correct horse', hash)).toBe(true);
  expect(await verifyPassword('wrong horse', hash)).toBe(false);
  expect(await verifyPassword('correct horse', undefined)).toBe(false);
});

test('of too many at once the last are turned away, and later ones served again', async () => {
  await verifyPassword('warm-up', undefined);
  const cheap = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$c2FsdHNhbHRzYWx0c2FsdHNhbHRzYWx0c2FsdHNhbHQ';
  const all = await Promise.allSettled(Array.from({ length: 230 }, () => verifyPassword('x', cheap)));
  const turnedAway = all.filter(({ status }) => status === 'rejected');
  expect(turnedAway).toEqual(
    Array.from({ length: 28 }, () => expect.objectContaining({ reason: expect.objectContaining({ status: 503 }) })),
  );
  expect(all.slice(0, 202).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await verifyPassword('x', cheap)).toBe(false);
});

test('of too many chosen at once the last are turned away before anybody has judged them', async () => {
  await verifyPassword('warm-up', undefined);
  const owner = { name: 'Ada', email: 'ada@example.org' };
  const all = await Promise.allSettled(Array.from({ length: 230 }, () => hashNewPassword('sunshine', owner)));
  const failures = all.map((one) => (one.status === 'rejected' ? one.reason.reason : 'hashed'));
  expect(failures).toEqual([...Array(202).fill('passwordEasy'), ...Array(28).fill('unavailable')]);
});

describe('a full queue', () => {
  const cheap = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$c2FsdHNhbHRzYWx0c2FsdHNhbHRzYWx0c2FsdHNhbHQ';
  const from = (network: string, known = false) => ({ network, address: network, known });
  const order: string[] = [];
  const verify = (name: string, caller: ReturnType<typeof from>) =>
    verifyPassword('x', cheap, caller).then(
      () => void order.push(name),
      () => void order.push(`${name} refused`),
    );

  test('refuses the network with the most entries, not the newcomer, and serves known callers and newcomers soon', async () => {
    await verifyPassword('warm-up', undefined);
    const flood = Array.from({ length: 230 }, () => verify('flood', from('a')));
    const others = [verify('newcomer', from('b')), verify('known', from('c', true))];
    await Promise.all([...flood, ...others]);
    expect(order).not.toContain('newcomer refused');
    expect(order).not.toContain('known refused');
    expect(order.filter((name) => name === 'flood refused')).toHaveLength(30);
    const served = order.filter((name) => !name.endsWith('refused'));
    // Two were running, and hashes that run at once may end in any order.
    expect(served.indexOf('known')).toBeLessThan(6);
    expect(served.indexOf('newcomer')).toBeLessThan(8);
  });

  test('serves a stranger now and then while known callers wait', async () => {
    order.length = 0;
    await Promise.all([
      ...Array.from({ length: 60 }, (_, index) => verify('known', from(`k${index}`, true))),
      verify('stranger', from('s')),
    ]);
    expect(order.indexOf('stranger')).toBeLessThan(12);
  });
});
