import { comparePosts } from './acknowledged.ts';
import { balance } from './balancer.ts';
import { address, type Call, caller, milliseconds, quantile } from './calls.ts';
import { crowd, type Member, password } from './members.ts';
import { Findings, type Proof, progress, withCleanup } from './proof.ts';
import { freePort, freshDatabase, type Running, startSite } from './site.ts';

const sizes = { long: { restarts: 20, workers: 24, members: 2000 }, short: { restarts: 2, workers: 8, members: 200 } };
/** Milliseconds in which a process has to be gone. */
const limit = 10_000;

/** Restarts are clean: three processes on one PostgreSQL are restarted in turn under load, and nobody notices. */
export const rolling: Proof = {
  promise: 'restarts are clean, and revocation is at once',
  run: (size) =>
    withCleanup(async (afterwards) => {
      const findings = new Findings();
      const { restarts, workers, members } = sizes[size];
      const settings = await freshDatabase('postgres', afterwards);
      const people = await crowd(settings, members);
      const ports = await Promise.all([freePort(), freePort(), freePort()]);
      const start = (port: number) => startSite({ ...settings, PORT: String(port), RATE_LIMITS: 'off' });
      const sites = await Promise.all(ports.map(start));
      afterwards(() => Promise.all(sites.map((site) => site.kill())));
      await revocation(sites, people.splice(0, 10), findings);

      const balancer = balance(sites.map(({ url }) => url));
      afterwards(() => balancer.close());
      const load = { call: balancer.call, people, done: false, served: new Map<string, number>(), posts: new Map<string, string>() };
      const working = Promise.all(Array.from({ length: workers }, (_, worker) => work(load, worker, findings)));
      const times: number[] = [];
      for (let restart = 0; restart < restarts; restart++) {
        const place = restart % sites.length;
        const { took, code } = await (sites[place] as Running).stop();
        times.push(took);
        progress(`restart ${restart + 1} of ${restarts}: gone after ${milliseconds(took)}`);
        findings.check(code === 0, `A process that was asked to stop ended with ${code}`);
        sites[place] = await start(ports[place] as number);
        await served(load, 50); // the next goes only when this one is at work again
      }
      load.done = true;
      await working;
      findings.check(size === 'short' || Math.max(...times) <= limit, `A process took ${milliseconds(Math.max(...times))} to end`);
      for (const site of sites)
        findings.check(site.errors().length === 0, `It logged errors, the first: ${site.errors()[0]?.slice(0, 300)}`);
      await comparePosts(settings, load.posts, findings);
      const sum = [...load.served.values()].reduce((one, other) => one + other, 0);
      findings.figure(
        `3 processes on PostgreSQL, ${restarts} SIGTERM in turn under load: ${sum} calls (${[...load.served].map(([what, count]) => `${count} × ${what}`).join(', ')}), ${balancer.refused()} passed on after a refused connection; gone after ${milliseconds(quantile(times, 0.5))}, at most ${milliseconds(Math.max(...times))}; each of ${load.posts.size} acknowledged posts there once`,
      );
      findings.figure('password change, sign-out, ended session and account deletion on one process: 401 on the two others');
      return findings;
    }),
};

interface Load {
  call: Call;
  people: Member[];
  done: boolean;
  served: Map<string, number>;
  posts: Map<string, string>;
}

async function work(load: Load, worker: number, findings: Findings): Promise<void> {
  for (let index = worker; !load.done; index += 37) {
    const { token } = load.people[index % load.people.length] as Member;
    const asked = { token, from: address(index) };
    const text = crypto.randomUUID();
    try {
      const reply =
        index % 4 === 0
          ? await load.call('POST', '/api/posts', { ...asked, body: { text } })
          : await load.call('GET', index % 4 === 1 ? '/api/auth' : index % 4 === 2 ? '/api/posts?limit=5' : '/api/profile', asked);
      if (index % 4 === 0 && reply.status === 200) load.posts.set(text, reply.json()._id);
      load.served.set(String(reply.status), (load.served.get(String(reply.status)) ?? 0) + 1);
      findings.check([200, 429].includes(reply.status), `During a restart a call was answered with ${reply.status}`);
    } catch (error) {
      load.served.set('failed', (load.served.get('failed') ?? 0) + 1);
      findings.check(false, `During a restart a call failed: ${(error as { code?: string }).code} ${(error as Error).message}`);
    }
  }
}

/** Waits until so many more calls have been served. */
async function served(load: Load, count: number): Promise<void> {
  const now = () => load.served.get('200') ?? 0;
  const before = now();
  while (now() < before + count) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** What ends a session on the first process ends it on the two others before the answer is there. */
async function revocation(sites: Running[], people: Member[], findings: Findings): Promise<void> {
  const calls = sites.map(({ url }) => caller(url, 2));
  const [first, ...others] = calls as unknown as [Call, ...Call[]];
  const good = async (token: string) => Promise.all(others.map(async (call) => (await call('GET', '/api/auth', { token })).status));
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
    const before = await good(member.token);
    findings.check(
      before.every((status) => status === 200),
      'A session of one process was not known to another',
    );
    await end(member);
    const after = await good(member.token);
    findings.check(
      after.every((status) => status === 401),
      `After a ${name} on one process the others answered ${after}`,
    );
  }
  for (const call of calls) call.close();
}
