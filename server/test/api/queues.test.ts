import { expect, test } from 'vitest';
import type { Queues } from '../../src/platform/work-queue/queues.ts';
import { errorResponse, send, type TestResponse } from '../client.ts';
import { formOf, image } from '../images.ts';
import { createMembers, password, saveProfile, type TestMember } from '../members.ts';
import { openSite } from '../site.ts';

/* Attackers from one network and others from other networks want the same workers. */

const site = await openSite({ queueLimits: { waiting: 4 } });
const members = await createMembers(site, 8);
const [attackers, others] = [members.slice(0, 5), members.slice(5)];
for (const member of members) await saveProfile(member);
const busy = errorResponse(503, 'The site is starting, stopping or very busy. Try again in a moment.');

const file = (await formOf({ file: await image('png', 20, 20) })) as { payload: Buffer; headers: Record<string, string> };
const code = (name: string) => `\`\`\`ts\nconst name = '${name}';\n\`\`\`\n`.repeat(10);

interface Sent {
  method?: 'GET' | 'POST' | 'PUT';
  url: string;
  payload?: object | Buffer;
  headers?: Record<string, string>;
}

/** Requests of a member by the queue in which they wait. */
const requests: Record<string, { queue: keyof Queues; request(member: TestMember, name: string): Sent }> = {
  'previews of code': { queue: 'texts', request: (_, name) => ({ method: 'POST', url: '/api/preview', payload: { text: code(name) } }) },
  posts: { queue: 'texts', request: (_, name) => ({ method: 'POST', url: '/api/posts', payload: { text: code(name) } }) },
  images: { queue: 'files', request: () => ({ method: 'POST', url: '/api/media', ...file }) },
  'pictures of members': { queue: 'files', request: () => ({ method: 'PUT', url: '/api/account/avatar', ...file }) },
  'link previews': { queue: 'files', request: ({ _id }) => ({ url: `/dev/profile/${_id}/og.png` }) },
  PDFs: { queue: 'files', request: ({ _id }) => ({ url: `/dev/profile/${_id}/resume.pdf` }) },
  'sign-ins': { queue: 'hashes', request: ({ email }) => ({ method: 'POST', url: '/api/auth', payload: { email, password } }) },
  searches: { queue: 'searches', request: (_, name) => ({ url: `/api/search?q=${encodeURIComponent(name)}` }) },
};

/** Estimated costs of what occupies the slots of each queue. */
const slots: Record<keyof Queues, number[]> = {
  texts: [100_000, 1],
  files: [100_000, 1],
  hashes: [1, 1],
  searches: site.db.engine === 'postgres' ? [1, 1] : [1],
};

/** Occupies the slots of a queue until the returned function is called. */
function occupy(queue: keyof Queues, { app } = site): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const cost of slots[queue]) void app.queues[queue].run({ client: { network: '203.0.113.1' }, cost }, () => promise);
  return resolve;
}

test.for(Object.keys(requests))('%s of one network do not displace those of others', async (name) => {
  const { queue, request } = requests[name] as (typeof requests)[string];
  let refused = 0;
  const ask = async (member: TestMember, remoteAddress: string, label: string): Promise<TestResponse> => {
    const { headers, ...sent } = request(member, `${name} ${label}`);
    const response = await send(site.app, { ...sent, remoteAddress, headers: { ...headers, 'x-auth-token': member.token } });
    if (response.status === 503) refused++;
    return response;
  };
  const waiting = () => site.app.queues[queue].waiting;
  const release = occupy(queue);
  const theirs = attackers.flatMap((member, index) =>
    ['a', 'b'].map((turn) => ask(member, `198.51.100.${index}`, `attack${turn}${index}`)),
  );
  await expect.poll(() => waiting() + refused, { timeout: 30_000 }).toBe(10); // workers start first
  const mine = others.map((member, index) => ask(member, `192.0.${index}.1`, `other${index}`));
  await expect.poll(() => refused, { timeout: 30_000 }).toBe(9);
  release();
  expect((await Promise.all(mine)).map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const { status, body, headers } of await Promise.all(theirs))
    if (status !== 200) expect({ status, body, headers }).toMatchObject({ ...busy, headers: { 'retry-after': '5' } });
});

test.for(Object.keys(slots) as Array<keyof Queues>)('reports how many %s wait', async (queue) => {
  const measured = await openSite({ metricsToken: 'token' });
  const release = occupy(queue, measured);
  const waiting = measured.app.queues[queue].run({ client: { network: '192.0.2.1' }, cost: 1 }, async () => {});
  const { raw } = await send(measured.app, { url: '/metrics', headers: { authorization: 'Bearer token' } });
  expect(raw).toMatch(new RegExp(`^dev_connector_queue_waiting\\{queue="${queue}"\\} 1$`, 'm'));
  release();
  await waiting;
});
