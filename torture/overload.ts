import { readFileSync } from 'node:fs';
import { address, type Call, caller, milliseconds, quantile } from './calls.ts';
import { fillCommunity } from './community.ts';
import { crowd, type Member, password } from './members.ts';
import { Findings, type Proof, withCleanup } from './proof.ts';
import { freshDatabase, type Running, startSite } from './site.ts';

const sizes = { long: { warm: 5_000, load: 60_000, signIns: 500 }, short: { warm: 300, load: 1_000, signIns: 30 } };

/** What an overloaded site may answer. Whether it closed the connection before it took a request is counted apart. */
const allowed = [200, 429, 503];

/** It sheds load: ten times what it can serve, and then 500 sign-ins at once, while somebody else wants to read. */
export const overload: Proof = {
  promise: 'it sheds load',
  run: (size) =>
    withCleanup(async (afterwards) => {
      const findings = new Findings();
      const { warm, load, signIns } = sizes[size];
      const settings = await freshDatabase('sqlite', afterwards);
      const people = await crowd(settings, size === 'long' ? 4000 : 200);
      await fillCommunity(settings, people.slice(0, 50), 300);
      const site = await startSite(settings);
      afterwards(() => site.kill());

      const { rate, usual } = await measure(site, people, warm);
      const flooded = await flood(site, people, rate * 10, load);
      const back = await untilQuiet(site, people, Math.max(usual * 3, 50));
      for (const status of flooded.statuses.keys())
        findings.check(status === 'dropped' || allowed.includes(Number(status)), `An answer was ${status} under load`);
      findings.check(site.alive(), 'The process ended under load');
      findings.check(site.errors().length === 0, `It logged errors, the first: ${site.errors()[0]?.slice(0, 300)}`);
      findings.check(
        size === 'short' || flooded.growth < 1.3,
        `Memory grew ${flooded.growth.toFixed(2)}-fold from the load's beginning to its end`,
      );
      findings.check(size === 'short' || back <= 5_000, `It took ${milliseconds(back)} to be back to normal`);
      findings.figure(
        `capacity ${Math.round(rate)} feed pages/s; at 10 times that for ${load / 1000} s: ${[...flooded.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
      );
      findings.figure(
        `served answers p50 ${milliseconds(quantile(flooded.times, 0.5))}, p99 ${milliseconds(quantile(flooded.times, 0.99))}`,
      );
      findings.figure(`memory ${flooded.early} MB early, ${flooded.late} MB late; back to normal after ${milliseconds(back)}`);
      findings.figure(await signInRush(site, people.slice(0, signIns), findings, size === 'long'));
      return findings;
    }),
};

const feed = (call: Call, people: Member[], index: number, patience = 60_000) =>
  call('GET', '/api/posts', { token: people[index % people.length]?.token ?? '', from: address(index), patience });

/** Feed pages a second that the site can serve, and how long one takes when nobody else asks (milliseconds). */
async function measure({ url }: Running, people: Member[], length: number): Promise<{ rate: number; usual: number }> {
  const call = caller(url, 32);
  const alone: number[] = [];
  for (let index = 0; index < 100; index++) alone.push(await timed(() => feed(call, people, index)));
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
  return { rate: (served / length) * 1000, usual: quantile(alone, 0.5) };
}

/** Asks so many times a second, whatever becomes of it, over a thousand connections at most: more, and this process would be the one that is late. */
async function flood({ url, pid }: Running, people: Member[], rate: number, length: number) {
  const call = caller(url, 1000);
  const statuses = new Map<number | string, number>();
  const count = (status: number | string) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const times: number[] = [];
  const memory: number[] = [];
  const began = performance.now();
  let asked = 0;
  let open = 0;
  const ask = async (index: number) => {
    open++;
    const sent = performance.now();
    try {
      const { status } = await feed(call, people, index);
      count(status);
      if (status === 200) times.push(performance.now() - sent);
    } catch (error) {
      // What was refused or ended without an answer took nothing of the site's time. No answer at all is another matter.
      count((error as { code?: string }).code === 'ETIMEDOUT' ? 'no answer' : 'dropped');
    }
    open--;
  };
  for (let passed = 0; passed < length; passed = performance.now() - began) {
    const due = Math.floor((passed / 1000) * rate);
    for (; asked < due; asked++) if (open < 2000) void ask(asked);
    if (memory.length < passed / 1000) memory.push(megabytes(pid));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  while (open > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  call.close();
  memory.push(megabytes(pid));
  // The first third is how the heap grows to what the load needs; what counts is whether it goes on growing.
  const third = Math.ceil(memory.length / 3);
  const [early, late] = [Math.max(...memory.slice(third, -third)), Math.max(...memory.slice(-third))];
  return { statuses, times: times.length > 0 ? times : [Number.NaN], early, late, growth: late / early };
}

/** Resident memory of a process, where the kernel tells. */
function megabytes(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** Milliseconds until ten answers in a row are right and as quick as `usual`. */
async function untilQuiet({ url }: Running, people: Member[], usual: number): Promise<number> {
  const call = caller(url, 1);
  const began = performance.now();
  let since = began;
  for (let inRow = 0, index = 0; inRow < 10 && performance.now() - began < 60_000; index++) {
    let status = 0;
    const took = await timed(async () => {
      status = (await feed(call, people, 1000 + index).catch(() => ({ status: 0 }))).status;
    });
    if (status === 200 && took <= usual) inRow++;
    else [inRow, since] = [0, performance.now()];
  }
  call.close();
  return since - began;
}

/** Many sign in at once; others who read must hardly notice. */
async function signInRush({ url }: Running, people: Member[], findings: Findings, judged: boolean): Promise<string> {
  const [readers, comers] = [caller(url, 4), caller(url, people.length)];
  const read = () =>
    timed(async () => findings.check((await readers('GET', '/api/profile', { from: '10.250.0.1' })).status !== 500, 'A reader got 500'));
  const before: number[] = [];
  for (let index = 0; index < 50; index++) before.push(await read());
  const statuses = new Map<number, number>();
  let left = people.length;
  const rush = people.map(async ({ email }, index) => {
    const { status } = await comers('POST', '/api/auth', { from: address(50_000 + index), body: { email, password } });
    findings.check(allowed.includes(status), `A sign-in was answered with ${status}`);
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
  comers.close();
  const [p50, p99] = [quantile(during, 0.5), quantile(during, 0.99)];
  findings.check(!judged || p50 < 250, `While many signed in, readers waited ${milliseconds(p50)}`);
  return `${people.length} sign-ins at once (${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}): others who read p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}, without them ${milliseconds(quantile(before, 0.5))}`;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
