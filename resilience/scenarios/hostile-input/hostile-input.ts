import { address, type Call, caller, milliseconds } from '../../calls.ts';
import { insertPosts } from '../../insert-posts.ts';
import { checkReader, startReader } from '../../measure/reader.ts';
import { createMembers } from '../../members.ts';
import { progress, Report, type Scenario, withCleanup } from '../../scenario.ts';
import { createDatabase, startSite } from '../../site.ts';
import { hostileInputs } from './inputs.ts';

/** Runs per input and size; times of the attack in milliseconds. */
const sizes = { long: { runs: 5, attack: 60_000 }, short: { runs: 1, attack: 1000 } };
const maxRuns = 6;
const metricsToken = 'metrics';
/** Cost of an input of double size, relative to the single size: 2 is linear and 4 quadratic. */
const maxRatio = 3;
/** Milliseconds below which a ratio says nothing. */
const noise = 60;

/** Sends small inputs that are expensive for naive parsers: cost stays linear, and another client keeps reading. */
export const hostileInput: Scenario = {
  promise: 'no small input is expensive',
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const settings = await createDatabase('sqlite', cleanup);
      const members = await createMembers(settings, 40);
      const [post] = await insertPosts(settings, members, 10);
      const site = await startSite({ ...settings, RATE_LIMITS: 'off', METRICS_TOKEN: metricsToken });
      cleanup(() => site.kill());
      const call = caller(site.url, 8);
      cleanup(() => call.close());
      let sent = 0;
      const send = async (name: string, factor: number): Promise<number> => {
        const { method, path, body } = hostileInputs[name] as (typeof hostileInputs)[string];
        const token = members[++sent % 30]?.token ?? '';
        const text = body(factor);
        const began = performance.now();
        const { status } = await call(method, path, { token, from: address(sent), body: text });
        report.check(status < 500 || status === 503, `${name} was answered with ${status}`);
        return performance.now() - began;
      };

      const { runs, attack } = sizes[size];
      const costs = new Map<string, number>();
      for (const name of Object.keys(hostileInputs)) {
        let [half, whole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
        // The minimum of several runs, and of more where other load on the machine may have distorted them.
        for (let run = 0; run < runs || (run < maxRuns && whole >= noise && whole / half >= maxRatio); run++) {
          half = Math.min(half, await send(name, 0.5));
          whole = Math.min(whole, await send(name, 1));
        }
        costs.set(name, whole);
        progress(`${name}: ${milliseconds(half)} for half, ${milliseconds(whole)} for the whole input`);
        report.check(whole < noise || whole / half < maxRatio, `${name}: double the size costs ${(whole / half).toFixed(1)} times as much`);
      }

      const { token = '' } = members.at(-1) ?? {};
      const paths = ['/api/auth', '/api/profile?limit=5', `/api/posts/${post}`, '/dev/profiles'];
      const reader = startReader({ url: site.url, requests: paths.map((path) => ({ path, token, from: '192.0.2.1' })) });
      const end = performance.now() + attack;
      const workers = Array.from({ length: 4 }, async (_, worker) => {
        const names = Object.keys(hostileInputs);
        for (let index = worker; performance.now() < end; index++) await send(names[index % names.length] as string, 1);
      });
      await Promise.all(workers);
      const phrase = checkReader(await reader.stop(), report, size === 'long');
      const lag = await eventLoopLag(call);
      report.check(site.errors().length === 0, `The site logged errors, the first: ${site.errors()[0]?.slice(0, 300)}`);
      const slowest = [...costs].sort(([, one], [, other]) => other - one).slice(0, 3);
      report.figure(
        `${sent} hostile inputs of ${costs.size} kinds, 4 at a time; slowest on an idle site: ${slowest.map(([name, cost]) => `${name} ${milliseconds(cost)}`).join(', ')}; event loop delay at most ${milliseconds(lag)}; ${phrase}`,
      );
      return report;
    }),
};

/** The longest delay of the event loop in milliseconds, from the site's metrics. */
async function eventLoopLag(call: Call): Promise<number> {
  const { text } = await call('GET', '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]);
}
