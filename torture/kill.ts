import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { address, type Call, caller } from './calls.ts';
import { countSyncs } from './fsync.ts';
import { crowd, type Member } from './members.ts';
import { Findings, type Proof, progress, withCleanup } from './proof.ts';
import { databaseOf, type Environment, freshDatabase, startSite } from './site.ts';

/** What the site has said is done. Posts by id with their text; comments by their text; likes as `post member`. */
interface Acknowledged {
  posts: Map<string, string>;
  comments: Map<string, string>;
  likes: Set<string>;
}

const sizes = {
  long: { rounds: 50, members: 2000, writers: 64, least: 500, most: 1500 },
  short: { rounds: 2, members: 200, writers: 32, least: 200, most: 400 },
};

/** An acknowledged write is never lost: the site is killed in the midst of writes, again and again, and everything that it had acknowledged must be there. */
export const kill: Proof = {
  promise: 'an acknowledged write is never lost',
  run: (size) =>
    withCleanup(async (afterwards) => {
      const findings = new Findings();
      const { rounds, members, writers, least, most } = sizes[size];
      const settings = await freshDatabase('sqlite', afterwards);
      const people = await crowd(settings, members);
      const all: Acknowledged = { posts: new Map(), comments: new Map(), likes: new Set() };
      const count = () => all.posts.size + all.comments.size + all.likes.size;
      let time = 0;
      for (let round = 0; round < rounds; round++) {
        const site = await startSite({ ...settings, RATE_LIMITS: 'off' });
        const began = performance.now();
        const length = least + Math.random() * (most - least);
        const killing = new Promise((resolve) => setTimeout(resolve, length)).then(() => site.kill());
        const call = caller(site.url, writers);
        await Promise.all(Array.from({ length: writers }, () => write(call, people, all, findings)));
        await killing;
        time += performance.now() - began;
        call.close();
        const again = await startSite({ ...settings, RATE_LIMITS: 'off' }); // what recovers the file is the server itself
        findings.check((await caller(again.url)('GET', '/readyz')).status === 200, 'After a kill the site was not ready');
        await again.kill();
        await compare(settings, all, findings);
        progress(`kill ${round + 1} of ${rounds}`);
      }
      const rate = Math.round((count() / time) * 1000);
      findings.check(size === 'short' || rate >= 500, `Only ${rate} writes/s were acknowledged`);
      findings.check(count() > rounds * 20, `Only ${count()} writes were acknowledged in ${rounds} rounds: that shows little`);
      findings.figure(
        `${rounds} \`kill -9\` under ${rate} acknowledged writes/s, ${count()} in all (${all.posts.size} posts, ${all.comments.size} comments, ${all.likes.size} likes), ${findings.broken.length === 0 ? 'none lost' : 'see below'}`,
      );
      findings.figure('after each kill: `integrity_check` ok, no broken reference, counts equal rows');
      if (size === 'long') findings.figure(await countSyncs(settings, people));
      return findings;
    }),
};

/** Writes, one after the other, until the site is gone. Only what was answered with 200 counts. */
async function write(call: Call, people: Member[], { posts, comments, likes }: Acknowledged, findings: Findings): Promise<void> {
  let ids: string[] = [...posts.keys()].slice(-200);
  for (;;) {
    const index = Math.floor(Math.random() * people.length);
    const { id: member, token } = people[index] as Member;
    const asked = { token, from: address(index) };
    const post = ids[Math.floor(Math.random() * ids.length)];
    const kind = post === undefined ? 0 : Math.random();
    const text = `Text ${crypto.randomUUID()}`;
    try {
      if (kind < 0.4) {
        const reply = await call('POST', '/api/posts', { ...asked, body: { text } });
        if (expected(reply.status, findings)) {
          const { _id } = reply.json();
          posts.set(_id, text);
          ids = [...ids.slice(-200), _id];
        }
      } else if (kind < 0.7) {
        const { status } = await call('POST', `/api/posts/comment/${post}`, { ...asked, body: { text } });
        if (expected(status, findings)) comments.set(text, `${post}`);
      } else {
        const { status } = await call('PUT', `/api/posts/like/${post}`, asked);
        if (expected(status, findings)) likes.add(`${post} ${member}`);
      }
    } catch {
      return; // killed: nobody knows what became of this one
    }
  }
}

function expected(status: number, findings: Findings): boolean {
  findings.check([200, 429, 503].includes(status), `A write was answered with ${status}`);
  return status === 200;
}

async function compare(settings: Environment, all: Acknowledged, findings: Findings): Promise<void> {
  const file = new DatabaseSync(join(settings.DATA_DIR ?? '', 'dev-connector.db'), { readOnly: true });
  const integrity = JSON.stringify(file.prepare('pragma integrity_check').all());
  findings.check(integrity === '[{"integrity_check":"ok"}]', `integrity_check says ${integrity}`);
  const references = file.prepare('pragma foreign_key_check').all();
  findings.check(references.length === 0, `${references.length} references are broken`);
  file.close();

  const db = await databaseOf(settings);
  const posts = new Map((await db.all<{ id: string; text: string }>`select id, text from posts`).map(({ id, text }) => [id, text]));
  const comments = new Map(
    (await db.all<{ text: string; post_id: string }>`select text, post_id from comments`).map((row) => [row.text, row.post_id]),
  );
  const likes = new Set((await db.all<{ of: string }>`select post_id || ' ' || user_id as of from likes`).map((row) => row.of));
  for (const [id, text] of all.posts) findings.check(posts.get(id) === text, `The acknowledged post ${id} is lost`);
  for (const [text, post] of all.comments) findings.check(comments.get(text) === post, `The acknowledged comment ${text} is lost`);
  for (const like of all.likes) findings.check(likes.has(like), `The acknowledged like ${like} is lost`);
  const wrong = await db.all`
    select id from posts p where like_count <> (select count(*) from likes where post_id = p.id)
      or comment_count <> (select count(*) from comments where post_id = p.id)`;
  findings.check(wrong.length === 0, `${wrong.length} posts have a count that is not that of their rows`);
  await db.close();
}
