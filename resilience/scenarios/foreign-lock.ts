import { setTimeout as delay } from 'node:timers/promises';
import { databaseFile } from '../../server/src/platform/db/open.ts';
import { address, caller, milliseconds, quantile } from '../calls.ts';
import { comparePosts } from '../compare-posts.ts';
import { insertPosts } from '../insert-posts.ts';
import { startLock } from '../measure/lock.ts';
import { startReader } from '../measure/reader.ts';
import { createMembers, type Member } from '../members.ts';
import { Report, type Scenario, withCleanup } from '../scenario.ts';
import { createDatabase, type RunningSite, startSite } from '../site.ts';

const sizes = { long: { members: 1000, hold: 30_000, interval: 50 }, short: { members: 50, hold: 3_000, interval: 100 } };

interface Writing {
  done: boolean;
  statuses: Map<number, number>;
  /** Ids of acknowledged posts by their texts. */
  posts: Map<string, string>;
}

/** Another program holds the write lock of the SQLite file, as VACUUM and upgrades do, while members read and write. */
export const foreignLock: Scenario = {
  promise: 'a program that locks the database stops no reads',
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const { members, hold, interval } = sizes[size];
      const settings = await createDatabase('sqlite', cleanup);
      const people = await createMembers(settings, members);
      await insertPosts(settings, people.slice(0, 20), 100);
      const site = await startSite({ ...settings, LOG_LEVEL: 'fatal' });
      cleanup(() => site.kill());
      const writing: Writing = { done: false, statuses: new Map(), posts: new Map() };
      const written = write(site, people, interval, writing);
      const readers = {
        'reads of feeds, posts, searches and pages': startReader({ url: site.url, requests: readsOf(people) }),
        'health checks': startReader({ url: site.url, requests: healthChecks }),
      };
      await delay(hold / 3);
      const lock = startLock(databaseFile(settings.DATA_DIR ?? ''));
      const lockedAt = Date.now();
      await delay(hold);
      const refused = writing.statuses.get(503) ?? 0;
      await lock.stop();
      const acknowledged = writing.posts.size;
      const released = performance.now();
      while (writing.posts.size === acknowledged && performance.now() - released < 30_000) await delay(5);
      const recovery = performance.now() - released;
      writing.done = true;
      await written;

      for (const [name, reader] of Object.entries(readers)) {
        const { times, sent, outcomes } = await reader.stop();
        const [before, during] = [
          times.filter((_, index) => Number(sent[index]) < lockedAt),
          times.filter((_, index) => Number(sent[index]) >= lockedAt),
        ];
        const failed = Object.keys(outcomes).filter((outcome) => outcome !== '200');
        report.check(failed.length === 0, `Some ${name} failed: ${JSON.stringify(outcomes)}`);
        const p99 = quantile(during, 0.99);
        report.check(size === 'short' || p99 < 500, `The p99 of ${name} was ${milliseconds(p99)}`);
        report.figure(
          `${during.length} ${name} during the lock: p50 ${milliseconds(quantile(during, 0.5))}, p99 ${milliseconds(p99)}, max ${milliseconds(Math.max(...during))} (p99 before the lock: ${milliseconds(quantile(before, 0.99))})`,
        );
      }
      for (const status of writing.statuses.keys()) report.check([200, 503].includes(status), `A write was answered with ${status}`);
      report.check(size === 'short' || refused > 0, 'No write was refused while the database was locked');
      report.check(size === 'short' || recovery < 1_000, `The first write after the lock took ${milliseconds(recovery)}`);
      report.figure(
        `lock of ${hold / 1000} s; writes: ${[...writing.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}; the first after the lock within ${milliseconds(recovery)}`,
      );
      const { took, code } = await site.stop();
      report.check(code === 0, `The site exited with ${code} after ${milliseconds(took)}`);
      await comparePosts(settings, writing.posts, report);
      report.figure(`each of ${writing.posts.size} acknowledged posts there once`);
      return report;
    }),
};

const healthChecks = Array.from({ length: 40 }, (_, index) => ({ path: index % 2 ? '/healthz' : '/readyz', from: address(1000 + index) }));

const readsOf = (people: Member[]) =>
  people
    .slice(0, 40)
    .flatMap(({ token }, index) =>
      ['/api/posts', '/api/search?q=post', '/dev/profiles', '/api/auth'].map((path) => ({ path, token, from: address(index) })),
    );

/** Sends posts at a fixed rate, each by another member, whether or not earlier ones have been answered. */
async function write({ url }: RunningSite, people: Member[], interval: number, writing: Writing): Promise<void> {
  const call = caller(url, 500);
  const answers: Array<Promise<void>> = [];
  for (let index = 0; !writing.done; index++) {
    const text = `Written ${index}`;
    const { token } = people[index % people.length] as Member;
    const answer = call('POST', '/api/posts', { token, from: address(index), body: { text } }).then((reply) => {
      writing.statuses.set(reply.status, (writing.statuses.get(reply.status) ?? 0) + 1);
      if (reply.status === 200) writing.posts.set(text, reply.json()._id);
    });
    answers.push(answer);
    await delay(interval);
  }
  await Promise.all(answers);
  call.close();
}
