import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../server/src/platform/db/db.ts';
import { newId } from '../../server/src/platform/id.ts';
import { openInbox, type Received } from '../../server/test/inbox.ts';
import { caller } from '../calls.ts';
import { createMembers } from '../members.ts';
import { grows, progress, Report, type Scenario, withCleanup } from '../scenario.ts';
import { createDatabase, databaseOf, type Engine, startSite } from '../site.ts';

const sizes = { long: { members: 1000, kills: 20, time: 60 }, short: { members: 60, kills: 2, time: 30 } };
/** Comments that are written at the same time. */
const writers = 8;

/** Kills the site at random moments while it writes notifications and sends their mails. */
export const mailKill: Scenario = {
  promise: 'no notification and no mail about it is lost, and a mail that is sent twice has the same Message-ID',
  run: async (size) => {
    const report = new Report();
    for (const engine of ['sqlite', 'postgres'] as const) await runOn(engine, sizes[size], report);
    return report;
  },
};

const runOn = (engine: Engine, { members, kills, time }: (typeof sizes)['long'], report: Report): Promise<void> =>
  withCleanup(async (cleanup) => {
    const database = await createDatabase(engine, cleanup);
    const inbox = await openInbox(cleanup, time);
    const settings = { ...database, SMTP_URL: inbox.url, MAIL_FROM: 'site@dev.example', RATE_LIMITS: 'off', UNVERIFIED_ACCOUNTS: 'full' };
    const people = await createMembers(database, 1 + members + kills * writers);
    const [writer, ...authors] = people as [(typeof people)[number], ...typeof people];
    const db = await databaseOf(database);
    cleanup(() => db.close());
    await db.run`update users set email_verified_at = 1`;
    const pending = authors.map(({ id: author, email: to }) => ({ post: newId(), author, to, word: crypto.randomUUID() }));
    await db.transaction(async (tx) => {
      for (const { post, author } of pending)
        await tx.run`insert into posts (id, user_id, text, created_at) values (${post}, ${author}, 'A post', ${Date.now()})`;
    });
    const acknowledged: typeof pending = [];
    /** Mails that a kill found in transit; a mail counts again for each kill. */
    let interrupted = 0;
    for (let kill = 0; kill <= kills; kill++) {
      const site = await startSite(settings);
      const call = caller(site.url, writers);
      const share = Math.ceil(((kill + 1) * members) / (kills + 1));
      const mailed = grows(() => inbox.received.length, 1 + Math.floor((Math.random() * members) / (kills + 1) / 2));
      const write = async () => {
        while (acknowledged.length < share) {
          const next = pending.pop();
          if (!next) return;
          const { status } = await call('POST', `/api/posts/comment/${next.post}`, { token: writer.token, body: { text: next.word } });
          if (status === 200) acknowledged.push(next);
          else report.check(status === 408 || status === 503, `A comment was answered with ${status}`); // a slow machine sheds load
        }
      };
      const writing = Promise.allSettled(Array.from({ length: writers }, write)); // a comment without an answer is not counted
      if (kill < kills) {
        await mailed;
        await delay(Math.random() * 100);
        await site.kill();
        await writing;
        await delay(500); // what PostgreSQL received before is committed
        interrupted += (await db.all`select id from jobs where lease is not null and run_at > 0 and kind = 'mail.bulk'`).length;
        // As if the time of the leases, which is more than a minute, had passed.
        await db.run`update jobs set run_at = 0 where lease is not null`;
        await db.run`update mail_settings set mailed_at = mailed_at - 60000`;
        progress(`${engine}: kill ${kill + 1} of ${kills}, ${inbox.received.length} mails`);
      } else {
        await writing;
        await waitUntilSent(db, report);
        await site.stop();
      }
      call.close();
    }
    check(engine, report, { acknowledged, interrupted, received: inbox.received, kills });
    const missing = await db.get<{ lost: number }>`
      select count(*) as lost from comments c where not exists (select 1 from notifications n where n.subject = c.id)`;
    report.check(Number(missing?.lost) === 0, `${engine}: ${missing?.lost} comments notified nobody`);
  });

/** Waits until no mail waits. */
async function waitUntilSent(db: Db, report: Report): Promise<void> {
  const deadline = Date.now() + 180_000;
  const count = async () =>
    Number(
      (
        await db.get<{ left: number }>`
        select count(*) as left from jobs where kind in ('mail.bulk', 'notifications.recipients', 'notifications.mail')`
      )?.left,
    );
  while ((await count()) > 0 && Date.now() < deadline) await delay(100);
  report.check((await count()) === 0, `${await count()} jobs of mails are left`);
}

interface Outcome {
  acknowledged: Array<{ to: string; word: string }>;
  interrupted: number;
  received: Received[];
  kills: number;
}

function check(engine: Engine, report: Report, { acknowledged, interrupted, received, kills }: Outcome): void {
  const byRecipient = Map.groupBy(received, ({ to }) => to);
  const lost = acknowledged.filter(({ to, word }) => !byRecipient.get(to)?.some(({ source }) => source.includes(word)));
  report.check(lost.length === 0, `${engine}: ${lost.length} mails about acknowledged comments are lost`);
  const twice = [...byRecipient.values()].filter((mails) => mails.length > 1);
  const different = twice.filter((mails) => new Set(mails.map(({ messageId }) => messageId)).size > 1);
  report.check(different.length === 0, `${engine}: ${different.length} mails were sent again with another Message-ID`);
  const again = received.length - byRecipient.size;
  report.check(again <= interrupted, `${engine}: ${again} mails were sent again, but only ${interrupted} were in transit`);
  report.figure(
    `${engine}: ${kills} \`kill -9\` while ${acknowledged.length} notifications were written and mailed: ${lost.length} lost, ${interrupted} in transit, ${again} of these sent twice with the same Message-ID`,
  );
}
