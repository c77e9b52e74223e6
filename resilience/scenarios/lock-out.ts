import { randomBytes } from 'node:crypto';
import { type Call, caller, type Reply } from '../calls.ts';
import { createMembers, password } from '../members.ts';
import { Report, type Scenario, withCleanup } from '../scenario.ts';
import { createDatabase, startSite } from '../site.ts';

/** Milliseconds; `rate` is the sign-ins per second of the attack. */
const sizes = { long: { duration: 60_000, interval: 7_000, rate: 90 }, short: { duration: 2500, interval: 500, rate: 30 } };

/** A sign-in of the member: its network, and the secret of its device. */
interface Attempt {
  from: string;
  headers?: Record<string, string>;
}

/** Attacks sign-in with wrong passwords from fresh networks, while the attacked member and another one sign in. */
export const lockOut: Scenario = {
  promise: 'wrong passwords from elsewhere lock no member out',
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const { duration, interval, rate } = sizes[size];
      const settings = await createDatabase('sqlite', cleanup);
      const [owner, other] = await createMembers(settings, 2);
      const site = await startSite(settings);
      cleanup(() => site.kill());
      const call = caller(site.url, 500);
      cleanup(() => call.close());
      const signIn = (email: string, { from, headers }: Attempt): Promise<Reply> =>
        call('POST', '/api/auth', { from, body: { email, password }, timeout: 20_000, ...(headers && { headers }) });

      const knownNetwork = '2001:db8:1:1::1';
      const device = { 'x-device-secret': randomBytes(32).toString('base64url') };
      const first = await signIn(owner?.email ?? '', { from: knownNetwork, headers: device });
      report.check(first.status === 200, `The first sign-in was answered with ${first.status}`);

      const attack = startAttack(call, owner?.email ?? '', rate);
      cleanup(attack.stop);
      let unknown = 0;
      const kinds: Record<string, { email: string; attempt(): Attempt; judged: boolean }> = {
        'the member, known network': { email: owner?.email ?? '', attempt: () => ({ from: knownNetwork }), judged: true },
        'the member, known device': {
          email: owner?.email ?? '',
          attempt: () => ({ from: `2001:db8:2:${(++unknown).toString(16)}::1`, headers: device }),
          judged: true,
        },
        'the member, new network': {
          email: owner?.email ?? '',
          attempt: () => ({ from: `2001:db8:3:${(++unknown).toString(16)}::1` }),
          judged: false,
        },
        'another member, new network': {
          email: other?.email ?? '',
          attempt: () => ({ from: `2001:db8:4:${(++unknown).toString(16)}::1` }),
          judged: false,
        },
      };
      const results = await Promise.all(
        Object.entries(kinds).map(async ([name, { email, attempt, judged }]) => {
          const outcomes = await repeatedly(duration, interval, () => signIn(email, attempt()));
          const succeeded = outcomes.filter((outcome) => outcome === '200').length;
          report.check(
            !judged || succeeded === outcomes.length,
            `${name}: ${succeeded} of ${outcomes.length} sign-ins succeeded (${outcomes})`,
          );
          return `${name} ${succeeded} of ${outcomes.length}`;
        }),
      );
      attack.stop();
      report.check(site.alive() && site.errors().length === 0, `The site logged errors, the first: ${site.errors()[0]?.slice(0, 300)}`);
      report.figure(
        `${rate} wrong sign-ins/s from fresh /48 networks for ${duration / 1000} s (${attack.describe()}); sign-ins that succeeded: ${results.join(', ')}`,
      );
      return report;
    }),
};

/** Sends wrong passwords, half of them for the member and half for random e-mails, each from a fresh /48. */
function startAttack(call: Call, email: string, rate: number): { stop(): void; describe(): string } {
  const outcomes = new Map<string, number>();
  const began = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * rate;
    for (; sent < due; sent++) {
      const from = `2001:db8:${(0x1000 + sent).toString(16)}::1`;
      const body = { email: sent % 2 ? email : `${crypto.randomUUID()}@example.org`, password: 'wrong password' };
      call('POST', '/api/auth', { from, body }).then(
        ({ status }) => outcomes.set(String(status), (outcomes.get(String(status)) ?? 0) + 1),
        () => outcomes.set('no answer', (outcomes.get('no answer') ?? 0) + 1),
      );
    }
  }, 10);
  return {
    stop: () => clearInterval(timer),
    describe: () => [...outcomes].map(([outcome, count]) => `${count} × ${outcome}`).join(', '),
  };
}

/** Calls at a fixed interval, whether or not earlier calls have been answered. Returns the outcomes. */
async function repeatedly(duration: number, interval: number, send: () => Promise<Reply>): Promise<string[]> {
  const outcomes: Array<Promise<string>> = [];
  for (const end = performance.now() + duration; performance.now() < end; ) {
    outcomes.push(
      send().then(
        ({ status }) => String(status),
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
  return Promise.all(outcomes);
}
