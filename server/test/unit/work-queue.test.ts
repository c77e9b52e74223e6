import { expect, onTestFinished, test, vi } from 'vitest';
import { openQueue, queueLimits } from '../queue-fixtures.ts';

const any = Number.POSITIVE_INFINITY;
const unavailable = { name: 'Failure', reason: 'unavailable', retryAfter: 5 };
const from = (network: string, cost = 10, id?: string) => ({ client: { network, id }, cost });

/** Work that ends when the test says so. */
const gate = () => Promise.withResolvers<void>();

/** Adds work that notes its name in `order` when it starts. */
const noting = (queue: ReturnType<typeof openQueue>, order: string[]) => (name: string, work: ReturnType<typeof from>) =>
  queue.run(work, async () => void order.push(name)).catch((error) => void order.push(`${name} ${error.reason}`));

test.for([
  ['IPv4 addresses of a /24', (index: number) => `192.0.2.${index}`, '198.51.100.1'],
  ['/64 networks of a /56', (index: number) => `2001:db8:1:${index.toString(16)}::/64`, '2001:db8:1:ff00::/64'],
  ['/56 networks of a /48', (index: number) => `2001:db8:1:${index.toString(16)}00::/64`, '2001:db8:2:0::/64'],
] as const)('many %s have one share', async ([, attacker, other]) => {
  const queue = openQueue({ waiting: 5 });
  const [order, first] = [[] as string[], gate()];
  const add = noting(queue, order);
  void queue.run(from('203.0.113.1'), () => first.promise);
  const attack = Array.from({ length: 10 }, (_, index) => add('attacker', from(attacker(index))));
  const others = [add('other', from(other)), add('other', from(other))];
  first.resolve();
  await Promise.all([...attack, ...others]);
  expect(order.filter((name) => name === 'attacker unavailable')).toHaveLength(7);
  expect(order.filter((name) => name !== 'attacker unavailable')).toEqual(['attacker', 'other', 'attacker', 'other', 'attacker']);
});

test('members of one address take turns', async () => {
  const queue = openQueue();
  const [order, first] = [[] as string[], gate()];
  const add = noting(queue, order);
  void queue.run(from('203.0.113.1'), () => first.promise);
  const added = ['a', 'a', 'a', 'b', ''].map((id) => add(id, from('192.0.2.1', 10, id)));
  first.resolve();
  await Promise.all(added);
  expect(order).toEqual(['a', 'b', '', 'a', 'a']);
});

test('a slot for small work stays free while large work takes long', async () => {
  const queue = openQueue({ slots: [any, 500] });
  const [large, order] = [gate(), [] as string[]];
  const running = queue.run(from('192.0.2.1', 5000), () => large.promise);
  const second = noting(queue, order)('large', from('198.51.100.1', 501));
  await noting(queue, order)('small', from('192.0.2.1', 500));
  expect(order).toEqual(['small']);
  large.resolve();
  await Promise.all([running, second]);
  expect(order).toEqual(['small', 'large']);
});

test('groups have equal shares', async () => {
  const queue = openQueue({ waiting: 100 });
  const [order, first] = [[] as string[], gate()];
  void queue.run(from('203.0.113.1'), () => first.promise);
  const add = (group: string, network: string) => queue.run({ ...from(network), group }, async () => void order.push(group));
  const added = [
    ...Array.from({ length: 50 }, (_, index) => add('strangers', `10.0.${index}.1`)),
    add('known', '192.0.2.1'),
    add('known', '192.0.2.1'),
  ];
  first.resolve();
  await Promise.all(added);
  expect(order.lastIndexOf('known')).toBeLessThanOrEqual(3);
});

test('a failure frees its slot', async () => {
  const queue = openQueue();
  await expect(queue.run(from('192.0.2.1'), () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(
    queue.run(from('192.0.2.1'), () => {
      throw new Error('thrown');
    }),
  ).rejects.toThrow('thrown');
  expect(await queue.run(from('192.0.2.1'), async () => 'done')).toBe('done');
});

test('drops work whose signal aborts before its turn', async () => {
  const queue = openQueue();
  const [first, request, run] = [gate(), new AbortController(), vi.fn(async () => {})];
  const running = queue.run(from('192.0.2.1'), () => first.promise);
  const dropped = queue.run({ ...from('192.0.2.1'), signal: request.signal }, run);
  request.abort();
  await expect(dropped).rejects.toMatchObject(unavailable);
  await expect(queue.run({ ...from('192.0.2.1'), signal: request.signal }, run)).rejects.toMatchObject(unavailable);
  first.resolve();
  await running;
  await queue.run(from('192.0.2.1'), async () => {});
  expect(run).not.toHaveBeenCalled();
});

test('fails after the time limit, whether it waits or runs, and leaves running work to its end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = openQueue();
  const [first, ended, never] = [gate(), vi.fn(), vi.fn(async () => {})];
  const running = queue.run(from('192.0.2.1'), () => first.promise.then(ended));
  const waiting = queue.run(from('192.0.2.1'), never);
  vi.advanceTimersByTime(queueLimits.wait);
  await expect(running).rejects.toMatchObject(unavailable);
  await expect(waiting).rejects.toMatchObject(unavailable);
  const next = queue.run(from('192.0.2.1'), async () => 'next');
  expect(ended).not.toHaveBeenCalled();
  first.resolve();
  expect(await next).toBe('next');
  expect(ended).toHaveBeenCalledOnce();
  expect(never).not.toHaveBeenCalled();
});
