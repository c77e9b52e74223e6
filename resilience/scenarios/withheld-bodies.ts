import { connect, type Socket } from 'node:net';
import { addressIn, caller, milliseconds, quantile } from '../calls.ts';
import { insertPosts } from '../insert-posts.ts';
import { limitMemory, memoryLimit } from '../measure/memory.ts';
import { startReader } from '../measure/reader.ts';
import { createMembers, type Member, password } from '../members.ts';
import { progress, Report, type Scenario, withCleanup } from '../scenario.ts';
import { createDatabase, type RunningSite, startSite } from '../site.ts';

/** `duration` of each attack in milliseconds. */
const sizes = {
  long: { duration: 20_000, networks: [1, 10, 50] },
  short: { duration: 1_500, networks: [3] },
};
/** Milliseconds until an attacker opens a request again: at once after its time is over, later if the site refused it, or this process would be the bottleneck. */
const pauses = { timedOut: 200, refused: 5_000 };
/** Milliseconds until all attackers are connected. */
const connecting = 3_000;
/** Milliseconds of other clients' requests. */
const maxP99 = 400;

const megabyte = 2 ** 20;

interface Attack {
  path: string;
  /** Requests that each network keeps open. */
  requests: number;
  /** Bytes of a body, and how many of them are sent. */
  length: number;
  sent: number;
  /** Whether the attackers have accounts. */
  signedIn: boolean;
}

const attacks: Record<string, Attack> = {
  'bodies of 10 bytes, none of them sent': { path: '/api/auth', requests: 100, length: 10, sent: 0, signedIn: false },
  'bodies of 1 MiB, all but the last byte sent': {
    path: '/api/posts',
    requests: 10,
    length: megabyte - 64,
    sent: megabyte - 65,
    signedIn: true,
  },
  'unfinished uploads': { path: '/api/media', requests: 100, length: megabyte, sent: 1000, signedIn: true },
};

/** Withholds the ends of bodies, from 1 to 50 networks, while others read and sign in. */
export const withheldBodies: Scenario = {
  promise: 'requests whose body does not arrive exclude no other client',
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const { duration, networks } = sizes[size];
      const settings = await createDatabase('sqlite', cleanup);
      const members = await createMembers(settings, Math.max(...networks) + 60);
      await insertPosts(settings, members, 20);
      const others = members.splice(-60);
      for (const [name, attack] of Object.entries(attacks))
        for (const count of networks) {
          const site = await startSite(settings); // with the limits of a new process
          cleanup(() => site.kill());
          const memory = limitMemory(site.pid);
          const { stop, describe } = withhold(site, attack, members.slice(0, count));
          cleanup(stop);
          await new Promise((resolve) => setTimeout(resolve, connecting));
          const paths = ['/api/posts?limit=5', '/dev/profiles', '/api/auth'];
          const reader = startReader({
            url: site.url,
            requests: paths.map((path, index) => ({ path, token: others[index]?.token ?? '', from: `198.51.${index}.1` })),
            interval: 100,
          });
          const signIns = await signInMeanwhile(site, others, duration);
          const { times, outcomes } = await reader.stop();
          const peak = await memory.stop();
          stop();
          const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
          const during = `during ${name}, from ${count} networks`;
          const isExpected = (outcome: string) => outcome === '200' || (size === 'short' && outcome === '503');
          report.check(Object.keys(outcomes).every(isExpected), `Reads of others ${during}: ${JSON.stringify(outcomes)}`);
          report.check(signIns.every(isExpected), `Sign-ins of others ${during}: ${JSON.stringify(signIns)}`);
          report.check(size === 'short' || p99 < maxP99, `Reads of others ${during}: p99 ${milliseconds(p99)}`);
          report.check(site.alive() && site.errors().length === 0, `The site ended or logged errors ${during}: ${site.errors()[0]}`);
          const phrase = `${outcomes[200] ?? 0} of ${times.length} reads, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}; ${signIns.filter((outcome) => outcome === '200').length} of ${signIns.length} sign-ins; at most ${peak} of ${memoryLimit} MB`;
          report.figure(`${name}, from ${count} networks (${describe()}): ${phrase}`);
          progress(`${name} from ${count}: ${phrase}`);
          await site.stop();
        }
      return report;
    }),
};

/** Keeps requests of each network open, one network per member. */
function withhold({ port }: RunningSite, { path, requests, length, sent, signedIn }: Attack, members: Member[]) {
  const open = new Set<Socket>();
  const statuses = new Map<string, number>();
  const bytes = Buffer.alloc(sent, 'a');
  let isOver = false;
  const send = (network: number, index: number): void => {
    if (isOver) return;
    const socket = connect(port, '127.0.0.1');
    const from = addressIn(network, index);
    let pause = pauses.refused;
    const type = path === '/api/media' ? 'multipart/form-data; boundary=b' : 'application/json';
    const token = signedIn ? `x-auth-token: ${members[network]?.token}\r\n` : '';
    open.add(socket);
    socket.once('connect', () => {
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${from}\r\n${token}content-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`,
      );
      socket.write(bytes);
    });
    socket.once('data', (chunk) => {
      const [, status = ''] = /^HTTP\/1\.1 (\d+)/.exec(String(chunk)) ?? [];
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === '408') pause = pauses.timedOut;
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      open.delete(socket);
      setTimeout(send, pause, network, index);
    });
  };
  for (const network of members.keys())
    for (let index = 0; index < requests; index++) setTimeout(send, Math.floor((index / requests) * connecting), network, index);
  return {
    describe: () => [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ') || 'no answer',
    stop() {
      isOver = true;
      for (const socket of open) socket.destroy();
    },
  };
}

/** Signs members in one after another, each from another address, for `duration` milliseconds. Returns the outcomes. */
async function signInMeanwhile({ url }: RunningSite, members: Member[], duration: number): Promise<string[]> {
  const outcomes: string[] = [];
  const call = caller(url, 1);
  const end = performance.now() + duration;
  for (let index = 0; performance.now() < end; index++) {
    const { email } = members[index % members.length] as Member;
    const options = { body: { email, password }, from: `203.0.${index % 250}.1` };
    const outcome = await call('POST', '/api/auth', options).then(
      ({ status }) => String(status),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    outcomes.push(outcome);
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  call.close();
  return outcomes;
}
