import { balance } from '../balancer.ts';
import { address, type Call, caller, milliseconds, quantile } from '../calls.ts';
import { comparePosts } from '../compare-posts.ts';
import { createMembers, type Member, password } from '../members.ts';
import { progress, Report, type Scenario, withCleanup } from '../scenario.ts';
import { createDatabase, freePort, type RunningSite, startSite } from '../site.ts';

/** `pause` is the milliseconds between two calls of a worker. */
const sizes = {
  long: { restarts: 20, workers: 24, members: 2000, pause: 0 },
  short: { restarts: 1, workers: 8, members: 100, pause: 50 },
};
/** Maximum duration of a graceful shutdown in milliseconds. */
const limit = 10_000;

/** Restarts three processes on one PostgreSQL in turn, under load, without a failed call. */
export const rolling: Scenario = {
  promise: 'restarts are clean, and revocation is immediate',
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const { restarts, workers, members, pause } = sizes[size];
      const settings = await createDatabase('postgres', cleanup);
      const people = await createMembers(settings, members);
      const ports = await Promise.all([freePort(), freePort(), freePort()]);
      const start = (port: number) => startSite({ ...settings, PORT: String(port), RATE_LIMITS: 'off' });
      const sites = await Promise.all(ports.map(start));
      cleanup(() => Promise.all(sites.map((site) => site.kill())));
      await revocation(sites, people.splice(0, 10), report);

      const balancer = balance(sites.map(({ url }) => url));
      cleanup(() => balancer.close());
      const load = { call: balancer.call, people, pause, done: false, served: new Map<string, number>(), posts: new Map<string, string>() };
      const working = Promise.all(Array.from({ length: workers }, (_, worker) => work(load, worker, report)));
      const times: number[] = [];
      await served(load, 50); // a process without connections stops at once, and would reset the first one
      for (let restart = 0; restart < restarts; restart++) {
        const place = restart % sites.length;
        const { took, code } = await (sites[place] as RunningSite).stop();
        times.push(took);
        progress(`restart ${restart + 1} of ${restarts}: exited after ${milliseconds(took)}`);
        report.check(code === 0, `A stopped process exited with ${code}`);
        sites[place] = await start(ports[place] as number);
        await served(load, 50); // restart the next only after this one serves
      }
      load.done = true;
      await working;
      report.check(size === 'short' || Math.max(...times) <= limit, `A process took ${milliseconds(Math.max(...times))} to exit`);
      for (const site of sites) report.check(site.errors().length === 0, `It logged errors, the first: ${site.errors()[0]?.slice(0, 300)}`);
      await comparePosts(settings, load.posts, report);
      const sum = [...load.served.values()].reduce((one, other) => one + other, 0);
      report.figure(
        `3 processes on PostgreSQL, ${restarts} rolling SIGTERM under load: ${sum} calls (${[...load.served].map(([status, count]) => `${count} × ${status}`).join(', ')}), ${balancer.refused()} retried after a refused connection; exited after ${milliseconds(quantile(times, 0.5))}, at most ${milliseconds(Math.max(...times))}; each of ${load.posts.size} acknowledged posts stored once`,
      );
      report.figure('password change, sign-out, ended session and account deletion on one process: 401 on the others');
      return report;
    }),
};

interface Load {
  call: Call;
  people: Member[];
  pause: number;
  done: boolean;
  served: Map<string, number>;
  posts: Map<string, string>;
}

async function work(load: Load, worker: number, report: Report): Promise<void> {
  for (let index = worker; !load.done; index += 37) {
    const { token } = load.people[index % load.people.length] as Member;
    const options = { token, from: address(index) };
    const text = crypto.randomUUID();
    try {
      const reply =
        index % 4 === 0
          ? await load.call('POST', '/api/posts', { ...options, body: { text } })
          : await load.call('GET', index % 4 === 1 ? '/api/auth' : index % 4 === 2 ? '/api/posts?limit=5' : '/api/profile', options);
      if (index % 4 === 0 && reply.status === 200) load.posts.set(text, reply.json()._id);
      load.served.set(String(reply.status), (load.served.get(String(reply.status)) ?? 0) + 1);
      report.check([200, 429].includes(reply.status), `During a restart a call was answered with ${reply.status}`);
    } catch (error) {
      load.served.set('failed', (load.served.get('failed') ?? 0) + 1);
      report.check(false, `During a restart a call failed: ${(error as { code?: string }).code} ${(error as Error).message}`);
    }
    if (load.pause > 0) await new Promise((resolve) => setTimeout(resolve, load.pause));
  }
}

/** Waits until `count` more calls have been served. */
async function served(load: Load, count: number): Promise<void> {
  const now = () => load.served.get('200') ?? 0;
  const before = now();
  while (now() < before + count) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Checks that a session ended on one process is refused by the others once the answer has arrived. */
async function revocation(sites: RunningSite[], people: Member[], report: Report): Promise<void> {
  const calls = sites.map(({ url }) => caller(url, 2));
  const [first, ...others] = calls as unknown as [Call, ...Call[]];
  const statuses = async (token: string) => Promise.all(others.map(async (call) => (await call('GET', '/api/auth', { token })).status));
  const ends: Record<string, (member: Member) => Promise<unknown>> = {
    'password change': ({ token }) =>
      first('PUT', '/api/auth/password', { token, body: { current: password, password: 'another password' } }),
    'sign-out': ({ token }) => first('DELETE', '/api/auth', { token }),
    'ended session': async ({ email }) => {
      const other = (await first('POST', '/api/auth', { body: { email, password } })).json().token;
      const sessions = (await first('GET', '/api/auth/sessions', { token: other })).json() as Array<{ _id: string; current: boolean }>;
      for (const { _id, current } of sessions) if (!current) await first('DELETE', `/api/auth/sessions/${_id}`, { token: other });
    },
    'account deletion': ({ token }) => first('DELETE', '/api/profile', { token }),
  };
  for (const [name, end] of Object.entries(ends)) {
    const member = people.pop() as Member;
    const before = await statuses(member.token);
    report.check(
      before.every((status) => status === 200),
      'A process refused a session of another process',
    );
    await end(member);
    const after = await statuses(member.token);
    report.check(
      after.every((status) => status === 401),
      `After a ${name} on one process the others answered ${after}`,
    );
  }
  for (const call of calls) call.close();
}
