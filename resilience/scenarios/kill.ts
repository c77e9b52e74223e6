import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { address, type Call, caller } from '../calls.ts';
import { countSyncs } from '../fsync.ts';
import { createMembers, type Member } from '../members.ts';
import { grows, progress, Report, type Scenario, withCleanup } from '../scenario.ts';
import { createDatabase, databaseOf, type Environment, startSite } from '../site.ts';

/** Acknowledged writes: texts by post id, post ids by comment text, likes as `postId userId`, and texts of drafts by `postId userId`. */
interface Acknowledged {
  posts: Map<string, string>;
  comments: Map<string, string>;
  likes: Set<string>;
  drafts: Map<string, string>;
}

const sizes = {
  long: { rounds: 50, members: 2000, writers: 64, min: 500, max: 1500 },
  short: { rounds: 2, members: 200, writers: 32, min: 200, max: 400 },
};

/** Kills the site under write load, repeatedly, and checks that the database has every acknowledged write. */
export const kill: Scenario = {
  promise: 'an acknowledged write is never lost',
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const { rounds, members, writers, min, max } = sizes[size];
      const settings = await createDatabase('sqlite', cleanup);
      const people = await createMembers(settings, members);
      const all: Acknowledged = { posts: new Map(), comments: new Map(), likes: new Set(), drafts: new Map() };
      const count = () => all.posts.size + all.comments.size + all.likes.size + all.drafts.size;
      let time = 0;
      for (let round = 0; round < rounds; round++) {
        const site = await startSite({ ...settings, RATE_LIMITS: 'off' });
        const began = performance.now();
        const length = min + Math.random() * (max - min);
        const writing = grows(count, 25); // on a busy machine, the first writes may take longer than the round
        const killing = Promise.all([writing, new Promise((resolve) => setTimeout(resolve, length))]).then(() => site.kill());
        const call = caller(site.url, writers);
        await Promise.all(Array.from({ length: writers }, () => write(call, people, all, report)));
        await killing;
        time += performance.now() - began;
        call.close();
        const restarted = await startSite({ ...settings, RATE_LIMITS: 'off' }); // the server itself recovers the file
        report.check((await caller(restarted.url)('GET', '/readyz')).status === 200, 'After a kill the site was not ready');
        await restarted.kill();
        await compare(settings, all, report);
        progress(`kill ${round + 1} of ${rounds}`);
      }
      const rate = Math.round((count() / time) * 1000);
      report.check(size === 'short' || rate >= 500, `Only ${rate} writes/s were acknowledged`);
      report.check(count() > rounds * 20, `Only ${count()} writes were acknowledged in ${rounds} rounds: too few for a conclusion`);
      report.figure(
        `${rounds} \`kill -9\` under ${rate} acknowledged writes/s, ${count()} in all (${all.posts.size} posts, ${all.comments.size} comments, ${all.likes.size} likes, ${all.drafts.size} drafts), ${report.failures.length === 0 ? 'none lost' : 'see below'}`,
      );
      report.figure('after each kill: `integrity_check` ok, no broken reference, counts equal rows');
      if (size === 'long') report.figure(await countSyncs(settings, people));
      return report;
    }),
};

/** Writes sequentially until the site is killed. Only answers of 200 count as acknowledged. */
async function write(call: Call, people: Member[], { posts, comments, likes, drafts }: Acknowledged, report: Report): Promise<void> {
  let ids: string[] = [...posts.keys()].slice(-200);
  for (;;) {
    const index = Math.floor(Math.random() * people.length);
    const { id: member, token } = people[index] as Member;
    const options = { token, from: address(index) };
    const post = ids[Math.floor(Math.random() * ids.length)];
    const kind = post === undefined ? 0 : Math.random();
    const text = `Text ${crypto.randomUUID()}`;
    try {
      if (kind < 0.4) {
        const reply = await call('POST', '/api/posts', { ...options, body: { text } });
        if (expected(reply.status, report)) {
          const { _id } = reply.json();
          posts.set(_id, text);
          ids = [...ids.slice(-200), _id];
        }
      } else if (kind < 0.7) {
        const { status } = await call('POST', `/api/posts/comment/${post}`, { ...options, body: { text } });
        if (expected(status, report)) comments.set(text, `${post}`);
      } else if (kind < 0.9) {
        const { status } = await call('PUT', `/api/posts/like/${post}`, options);
        if (expected(status, report)) likes.add(`${post} ${member}`);
      } else if (!drafts.has(`${post} ${member}`)) {
        const { status } = await call('PUT', `/api/drafts/comment:${post}`, { ...options, body: { text } });
        // 409: the draft was saved in an earlier round, whose response was lost.
        if (status !== 409 && expected(status, report)) drafts.set(`${post} ${member}`, text);
      }
    } catch {
      return; // killed: the outcome of this write is unknown
    }
  }
}

function expected(status: number, report: Report): boolean {
  report.check([200, 429, 503].includes(status), `A write was answered with ${status}`);
  return status === 200;
}

async function compare(settings: Environment, all: Acknowledged, report: Report): Promise<void> {
  const file = new DatabaseSync(join(settings.DATA_DIR ?? '', 'dev-connector.db'), { readOnly: true });
  const integrity = JSON.stringify(file.prepare('pragma integrity_check').all());
  report.check(integrity === '[{"integrity_check":"ok"}]', `integrity_check says ${integrity}`);
  const references = file.prepare('pragma foreign_key_check').all();
  report.check(references.length === 0, `${references.length} references are broken`);
  file.close();

  const db = await databaseOf(settings);
  const posts = new Map((await db.all<{ id: string; text: string }>`select id, text from posts`).map(({ id, text }) => [id, text]));
  const comments = new Map(
    (await db.all<{ text: string; post_id: string }>`select text, post_id from comments`).map((row) => [row.text, row.post_id]),
  );
  const likes = new Set((await db.all<{ of: string }>`select post_id || ' ' || user_id as of from likes`).map((row) => row.of));
  const drafts = new Map(
    (await db.all<{ of: string; text: string }>`select post_id || ' ' || user_id as of, text from drafts`).map((row) => [row.of, row.text]),
  );
  for (const [of, text] of all.drafts) report.check(drafts.get(of) === text, `The acknowledged draft ${of} is lost`);
  for (const [id, text] of all.posts) report.check(posts.get(id) === text, `The acknowledged post ${id} is lost`);
  for (const [text, post] of all.comments) report.check(comments.get(text) === post, `The acknowledged comment ${text} is lost`);
  for (const like of all.likes) report.check(likes.has(like), `The acknowledged like ${like} is lost`);
  const wrong = await db.all`
    select id from posts p where like_count <> (select count(*) from likes where post_id = p.id)
      or comment_count <> (select count(*) from comments where post_id = p.id)`;
  report.check(wrong.length === 0, `${wrong.length} posts have a count that differs from their rows`);
  await db.close();
}
