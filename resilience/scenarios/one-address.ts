import { connect, type Socket } from 'node:net';
import { caller } from '../calls.ts';
import { insertPosts } from '../insert-posts.ts';
import { checkReader, startReader } from '../measure/reader.ts';
import { createMembers, type Member, password } from '../members.ts';
import { Report, type Scenario, withCleanup } from '../scenario.ts';
import { createDatabase, type RunningSite, startSite } from '../site.ts';

/** Milliseconds; `timeout` is that of a sign-in of another member. */
const sizes = {
  long: { duration: 60_000, sockets: 5000, timeout: 10_000 },
  short: { duration: 2000, sockets: 2000, timeout: 120_000 },
};
/** Requests per second of the attack. */
const rate = 500;
const attacker = '127.0.0.66';

/** The attack's requests, in turn: health checks, malformed requests, sign-ins, pages. */
const requests = [
  'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET /%ff%zz HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET /dev/profiles HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'nonsense\r\n\r\n',
  () => {
    const body = JSON.stringify({ email: `${crypto.randomUUID()}@example.org`, password });
    return `POST /api/auth HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  },
];

/** Attacks from one address with many sockets and requests, while other addresses read and sign in. */
export const oneAddress: Scenario = {
  promise: 'one client cannot starve others',
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const { duration, sockets, timeout } = sizes[size];
      const settings = await createDatabase('sqlite', cleanup);
      const members = await createMembers(settings, 100);
      const [post] = await insertPosts(settings, members, 10);
      // Without a trusted proxy, each loopback address is a client.
      const site = await startSite({ ...settings, TRUST_PROXY: undefined });
      cleanup(() => site.kill());

      const attack = startAttack(site, sockets);
      cleanup(attack.stop);
      await attack.connected;
      const { token = '' } = members.at(-1) ?? {};
      const paths = ['/api/profile?limit=5', '/dev/profiles', '/api/auth', `/api/posts/${post}`];
      // Below the rate limit of an address.
      const reader = startReader({
        url: site.url,
        requests: paths.map((path) => ({ path, token })),
        interval: 110,
        localAddress: '127.0.0.2',
      });
      const signIns = await signInMeanwhile(site, members, { duration, timeout });
      const phrase = checkReader(await reader.stop(), report, size === 'long');
      attack.stop();

      const succeeded = signIns.filter((outcome) => outcome === '200').length;
      report.check(succeeded === signIns.length, `Sign-ins from other addresses: ${JSON.stringify(signIns)}`);
      report.check(site.alive(), 'The process exited');
      report.check(site.errors().length === 0, `The site logged errors, the first: ${site.errors()[0]?.slice(0, 300)}`);
      report.figure(
        `one address with up to ${sockets} sockets and ${rate} requests/s for ${duration / 1000} s (${attack.describe()}): ${succeeded} of ${signIns.length} sign-ins of other addresses succeeded; ${phrase}`,
      );
      return report;
    }),
};

interface Attack {
  /** Resolves when the server has accepted or refused all sockets once. */
  connected: Promise<void>;
  describe(): string;
  stop(): void;
}

/** Keeps `sockets` connections open, reopening closed ones, and sends requests over them. */
function startAttack({ port }: RunningSite, sockets: number): Attack {
  const open = new Set<Socket>();
  const statuses = new Map<string, number>();
  let sent = 0;
  let most = 0;
  let first = sockets;
  let connected = () => {};
  const done = new Promise<void>((resolve) => (connected = resolve));
  const settle = () => --first === 0 && connected();
  const add = () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: attacker });
    open.add(socket);
    socket.once('connect', settle);
    socket.on('data', (chunk) => {
      for (const [, status = ''] of String(chunk).matchAll(/^HTTP\/1\.1 (\d+)/gm)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      if (socket.connecting || socket.remoteAddress === undefined) settle();
      open.delete(socket);
    });
  };
  for (let count = 0; count < sockets; count++) add();
  const began = performance.now();
  const timer = setInterval(() => {
    most = Math.max(most, [...open].filter(({ connecting }) => !connecting).length);
    for (let count = 0; count < 100 && open.size < sockets; count++) add();
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    for (const socket of open) {
      if (sent >= due) break;
      if (socket.connecting || !socket.writable) continue;
      const request = requests[sent++ % requests.length] as (typeof requests)[number];
      socket.write(typeof request === 'string' ? request : request());
      // The next request goes over another socket.
      open.delete(socket);
      open.add(socket);
    }
  }, 20);
  return {
    connected: done,
    describe: () =>
      `${most} open at most, ${sent} requests sent, answers ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
    stop() {
      clearInterval(timer);
      for (const socket of open) socket.destroy();
    },
  };
}

/** Signs members in, one per second, each from another address. Returns the outcomes. */
async function signInMeanwhile(
  { url }: RunningSite,
  members: Member[],
  { duration, timeout }: { duration: number; timeout: number },
): Promise<string[]> {
  const outcomes: string[] = [];
  const end = performance.now() + duration;
  for (let index = 0; performance.now() < end; index++) {
    const call = caller(url, 1, `127.0.${(index % 250) + 1}.1`);
    const { email } = members[index % members.length] as Member;
    const outcome = await call('POST', '/api/auth', { body: { email, password }, timeout }).then(
      ({ status }) => String(status),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    outcomes.push(outcome);
    call.close();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return outcomes;
}
