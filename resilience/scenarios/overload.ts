import { readFileSync } from 'node:fs';
import { address, type Call, caller, milliseconds, quantile } from '../calls.ts';
import { insertPosts } from '../insert-posts.ts';
import { createMembers, type Member, password } from '../members.ts';
import { Report, type Scenario, withCleanup } from '../scenario.ts';
import { createDatabase, type RunningSite, startSite } from '../site.ts';

const sizes = { long: { warm: 5_000, load: 60_000, signIns: 500 }, short: { warm: 300, load: 1_000, signIns: 30 } };

/** Statuses an overloaded site may send. Connections closed before a request was read are counted separately. */
const allowed = [200, 429, 503];

/** Sends ten times the site's capacity, then 500 concurrent sign-ins while another client reads. */
export const overload: Scenario = {
  promise: 'the site sheds load',
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const { warm, load, signIns } = sizes[size];
      const settings = await createDatabase('sqlite', cleanup);
      const people = await createMembers(settings, size === 'long' ? 4000 : 200);
      await insertPosts(settings, people.slice(0, 50), 300);
      const site = await startSite(settings);
      cleanup(() => site.kill());

      const { rate, idle } = await measure(site, people, warm);
      const flooded = await flood(site, people, rate * 10, load);
      const back = await untilQuiet(site, people, Math.max(idle * 3, 50));
      for (const status of flooded.statuses.keys())
        report.check(status === 'dropped' || allowed.includes(Number(status)), `An answer was ${status} under load`);
      report.check(site.alive(), 'The process exited under load');
      report.check(site.errors().length === 0, `It logged errors, the first: ${site.errors()[0]?.slice(0, 300)}`);
      report.check(size === 'short' || flooded.growth < 1.3, `Memory grew ${flooded.growth.toFixed(2)}-fold during the load`);
      report.check(size === 'short' || back <= 5_000, `It took ${milliseconds(back)} to return to normal`);
      report.figure(
        `capacity ${Math.round(rate)} feed pages/s; at 10 times that for ${load / 1000} s: ${[...flooded.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
      );
      report.figure(`served answers p50 ${milliseconds(quantile(flooded.times, 0.5))}, p99 ${milliseconds(quantile(flooded.times, 0.99))}`);
      report.figure(`memory ${flooded.early} MB early, ${flooded.late} MB late; back to normal after ${milliseconds(back)}`);
      report.figure(await signInRush(site, people.slice(0, signIns), report, size === 'long'));
      return report;
    }),
};

const feed = (call: Call, people: Member[], index: number, timeout = 60_000) =>
  call('GET', '/api/posts', { token: people[index % people.length]?.token ?? '', from: address(index), timeout });

/** Measures the capacity in feed pages per second, and the latency of one page on an idle site (milliseconds). */
async function measure({ url }: RunningSite, people: Member[], length: number): Promise<{ rate: number; idle: number }> {
  const call = caller(url, 32);
  const idleTimes: number[] = [];
  for (let index = 0; index < 100; index++) idleTimes.push(await timed(() => feed(call, people, index)));
  const end = performance.now() + length;
  let served = 0;
  await Promise.all(
    Array.from({ length: 32 }, async (_, worker) => {
      for (let index = worker; performance.now() < end; index += 32) {
        if ((await feed(call, people, index)).status === 200) served++;
      }
    }),
  );
  call.close();
  return { rate: (served / length) * 1000, idle: quantile(idleTimes, 0.5) };
}

/** Sends requests at a fixed rate over at most 1,000 connections, so that this client does not become the bottleneck. */
async function flood({ url, pid }: RunningSite, people: Member[], rate: number, length: number) {
  const call = caller(url, 1000);
  const statuses = new Map<number | string, number>();
  const count = (status: number | string) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const times: number[] = [];
  const memory: number[] = [];
  const began = performance.now();
  let sentCount = 0;
  let open = 0;
  const ask = async (index: number) => {
    open++;
    const sent = performance.now();
    try {
      const { status } = await feed(call, people, index);
      count(status);
      if (status === 200) times.push(performance.now() - sent);
    } catch (error) {
      // A refused or closed connection is a way to shed load; a timeout is not.
      count((error as { code?: string }).code === 'ETIMEDOUT' ? 'no answer' : 'dropped');
    }
    open--;
  };
  for (let passed = 0; passed < length; passed = performance.now() - began) {
    const due = Math.floor((passed / 1000) * rate);
    for (; sentCount < due; sentCount++) if (open < 2000) void ask(sentCount);
    if (memory.length < passed / 1000) memory.push(megabytes(pid));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  while (open > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  call.close();
  memory.push(megabytes(pid));
  // The heap grows to its working size in the first third; compare the second with the last.
  const third = Math.ceil(memory.length / 3);
  const [early, late] = [Math.max(...memory.slice(third, -third)), Math.max(...memory.slice(-third))];
  return { statuses, times: times.length > 0 ? times : [Number.NaN], early, late, growth: late / early };
}

/** Resident memory of a process in MB; 0 without /proc. */
function megabytes(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** Milliseconds until ten consecutive answers succeed within `target` milliseconds. */
async function untilQuiet({ url }: RunningSite, people: Member[], target: number): Promise<number> {
  const call = caller(url, 1);
  const began = performance.now();
  let since = began;
  for (let inRow = 0, index = 0; inRow < 10 && performance.now() - began < 60_000; index++) {
    let status = 0;
    const took = await timed(async () => {
      status = (await feed(call, people, 1000 + index).catch(() => ({ status: 0 }))).status;
    });
    if (status === 200 && took <= target) inRow++;
    else [inRow, since] = [0, performance.now()];
  }
  call.close();
  return since - began;
}

/** Sends concurrent sign-ins and measures the latency of another client's reads. */
async function signInRush({ url }: RunningSite, people: Member[], report: Report, judged: boolean): Promise<string> {
  const [readers, signers] = [caller(url, 4), caller(url, people.length)];
  const read = () =>
    timed(async () => report.check((await readers('GET', '/api/profile', { from: '10.250.0.1' })).status !== 500, 'A reader got 500'));
  const before: number[] = [];
  for (let index = 0; index < 50; index++) before.push(await read());
  const statuses = new Map<number, number>();
  let left = people.length;
  const rush = people.map(async ({ email }, index) => {
    const { status } = await signers('POST', '/api/auth', { from: address(index * 256), body: { email, password } });
    report.check(allowed.includes(status), `A sign-in was answered with ${status}`);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    left--;
  });
  const during: number[] = [];
  while (left > 0) {
    during.push(await read());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await Promise.all(rush);
  readers.close();
  signers.close();
  const [p50, p99] = [quantile(during, 0.5), quantile(during, 0.99)];
  report.check(!judged || p50 < 250, `During concurrent sign-ins a read took ${milliseconds(p50)}`);
  return `${people.length} concurrent sign-ins (${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}): reads of another client p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)} (idle: ${milliseconds(quantile(before, 0.5))})`;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
