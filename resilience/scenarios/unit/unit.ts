import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startCodeHost } from '../../../e2e/site/code-host.ts';
import { address, caller } from '../../calls.ts';
import { limitMemory } from '../../measure/memory.ts';
import { Report, type Scenario, withCleanup } from '../../scenario.ts';
import { databaseSettings, program, startSite } from '../../site.ts';
import { type OperationCall, operations } from '../full-site/calls.ts';
import { fillIdentity, fillSite } from '../full-site/data.ts';
import { pagesOf, readHandles } from '../full-site/pages.ts';
import { readService, type Service, serviceFile } from './service-file.ts';

const launcher = join(import.meta.dirname, 'filtered.py');

/** Files that worker threads and processes make. */
const files = ['/dev/og.png', '/resume.png', '/resume.pdf'];
/** Calls that a stricter sandbox may refuse too. */
const dispensable = ['setpriority', 'sched_setaffinity', 'sched_setscheduler', 'sched_setparam', 'ioprio_set', 'mbind', 'set_mempolicy'];
/** Delete what other calls need, so they come last. */
const last = ['DELETE /api/posts/{id}', 'DELETE /api/profile', 'DELETE /api/users/me'];

/** Runs the site with the filters, variables and memory of the systemd unit, without systemd, and calls every operation and page. Needs Linux, systemd-analyze and Python. */
export const unit: Scenario = {
  promise: 'the site needs no more than the systemd unit allows',
  run: async () => {
    const report = new Report();
    const service = readService();
    execFileSync('systemd-analyze', ['verify', serviceFile], { stdio: 'inherit' });
    await runUnder(service, report);
    await runUnder({ ...service, calls: service.calls.filter((name) => !dispensable.includes(name)) }, report);
    return report;
  },
};

const runUnder = ({ environment, calls, errorNumber, memoryHigh }: Service, report: Report): Promise<void> =>
  withCleanup(async (cleanup) => {
    const settings = await databaseSettings('sqlite', cleanup);
    const data = await fillSite(settings, { large: 2, full: 2, comments: 250, likes: 400, posts: 4 });
    await fillIdentity(settings);
    const site = await startSite(
      { ...environment, ...settings, PORT: '0', TRUST_PROXY: 'loopback', RATE_LIMITS: 'off', GITHUB_API_URL: await startCodeHost() },
      ['python3', launcher, String(errorNumber), calls.join(','), process.execPath, program, 'start'],
    );
    cleanup(() => site.kill());
    const memory = limitMemory(site.pid, memoryHigh);
    let sent = 0;
    const call = async (name: string, method: string, { path, statuses = [200], ...options }: OperationCall) => {
      const reply = await caller(site.url, 1)(method, path, { from: address(sent++), ...options }).catch((error: Error) => error);
      const outcome =
        reply instanceof Error ? `had no answer: ${reply.message}` : `was answered with ${reply.status}: ${reply.text.slice(0, 200)}`;
      report.check(!(reply instanceof Error) && statuses.includes(reply.status), `${name} ${outcome}`);
    };
    for (const path of files) await call(path, 'GET', { path });
    for (const [name, page] of Object.entries(pagesOf(data, await readHandles(site.url, data)))) await call(name, 'GET', page(1));
    const names = Object.keys(operations).filter((name) => !last.includes(name));
    const [reads, writes] = [names.filter((name) => name.startsWith('GET ')), names.filter((name) => !name.startsWith('GET '))];
    for (const name of [...reads, ...writes, ...last]) {
      const operation = operations[name];
      if (operation) await call(name, name.split(' ')[0] ?? '', operation(data, 1));
    }
    const peak = await memory.stop();
    report.check(site.alive(), `the process ended; its memory was ${peak} MB`);
    report.check(site.errors().length === 0, `logged errors, the first: ${site.errors()[0]?.slice(0, 400)}`);
    if (site.alive()) report.check((await site.stop()).code === 0, 'SIGTERM did not end the site with 0');
    report.figure(
      `${sent} operations, pages and files with ${calls.length} system calls allowed; memory at most ${peak} of ${memoryHigh} MB`,
    );
  });
