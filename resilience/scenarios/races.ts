import { address, type Call, caller, type Reply } from '../calls.ts';
import { createMembers, type Member, password } from '../members.ts';
import { Report, type Scenario, withCleanup } from '../scenario.ts';
import { createDatabase, databaseOf, type Engine, startSite } from '../site.ts';

const sizes = { long: { repeats: 25, likers: 200, visitors: 50 }, short: { repeats: 1, likers: 50, visitors: 10 } };

/** `call` alternates between the processes; `next` returns a member no other race uses. */
interface Course {
  call: Call;
  next(): Member;
  report: Report;
  likers: number;
  visitors: number;
}

/** Runs races over real connections, on SQLite with one process and on PostgreSQL with three. */
export const races: Scenario = {
  promise: 'races are safe',
  run: async (size) => {
    const report = new Report();
    for (const engine of ['sqlite', 'postgres'] as const) await raceOn(engine, sizes[size], report);
    return report;
  },
};

function raceOn(engine: Engine, { repeats, likers, visitors }: (typeof sizes)['long'], report: Report): Promise<void> {
  return withCleanup(async (cleanup) => {
    const settings = await createDatabase(engine, cleanup);
    const people = await createMembers(settings, repeats * (likers + 40));
    const sites = await Promise.all(
      Array.from({ length: engine === 'postgres' ? 3 : 1 }, () => startSite({ ...settings, RATE_LIMITS: 'off' })),
    );
    for (const site of sites) cleanup(() => site.kill());
    const calls = sites.map(({ url }) => caller(url, 250));
    for (const call of calls) cleanup(() => call.close());
    let sent = 0;
    const course: Course = {
      // A fresh address per call keeps rate limits out of the race.
      call: (method, path, options) => (calls[++sent % calls.length] as Call)(method, path, { from: address(sent), ...options }),
      next: () => people.pop() as Member,
      report,
      likers,
      visitors,
    };
    const counts = new Map<string, number>();
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const race of [
        likes,
        oneLiker,
        signUps,
        commentsDuringDeletion,
        twoDeletions,
        passwordChange,
        writesDuringAccountDeletion,
        repeatedPosts,
      ]) {
        const count = await race(course);
        counts.set(race.name, (counts.get(race.name) ?? 0) + count);
      }
    }
    const db = await databaseOf(settings);
    const wrong = await db.all`
      select id from posts p where like_count <> (select count(*) from likes where post_id = p.id)
        or comment_count <> (select count(*) from comments where post_id = p.id)`;
    report.check(wrong.length === 0, `${engine}: ${wrong.length} posts have a count that differs from their rows`);
    await db.close();
    for (const site of sites)
      report.check(site.errors().length === 0, `${engine}: it logged errors, the first: ${site.errors()[0]?.slice(0, 400)}`);
    const sum = [...counts.values()].reduce((one, other) => one + other, 0);
    report.figure(
      `${engine}${sites.length > 1 ? `, ${sites.length} processes` : ''}: ${counts.size} kinds of race, ${repeats} times each, ${sum} calls, ${report.failures.length === 0 ? 'all consistent' : 'see below'}`,
    );
  });
}

const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const tally = (replies: Reply[]) => replies.map(({ status }) => status);

async function post({ call }: Course, { token }: Member): Promise<string> {
  return (await call('POST', '/api/posts', { token, body: { text: 'Raced over' } })).json()._id;
}

/** Many members like one post concurrently: every like is stored once. */
async function likes(course: Course): Promise<number> {
  const { call, next, report, likers } = course;
  const author = next();
  const id = await post(course, author);
  const people = Array.from({ length: likers }, next);
  const replies = await many(likers, (index) => call('PUT', `/api/posts/like/${id}`, { token: people[index]?.token ?? '' }));
  report.check(
    tally(replies).every((status) => status === 200),
    `Concurrent likes by ${likers} members were answered with ${[...new Set(tally(replies))]}`,
  );
  const { likes: list, likeCount } = (await call('GET', `/api/posts/${id}`, { token: author.token })).json();
  report.check(
    list.length === likers && likeCount === likers,
    `Of ${likers} concurrent likes ${list.length} are listed and ${likeCount} are counted`,
  );
  return likers;
}

/** One member likes a post many times concurrently: one like. */
async function oneLiker(course: Course): Promise<number> {
  const { call, next, report, likers } = course;
  const { token } = next();
  const id = await post(course, { token } as Member);
  const replies = await many(likers, (index) => call('PUT', `/api/posts/like/${id}`, { token, from: address(index) }));
  const served = replies.filter(({ status }) => status === 200);
  report.check(new Set(served.map(({ text }) => text)).size === 1, 'Concurrent repeats of one like had different answers');
  report.check(
    tally(replies).every((status) => status === 200 || status === 429),
    `Concurrent repeats of one like were answered with ${[...new Set(tally(replies))]}`,
  );
  const { likeCount } = (await call('GET', `/api/posts/${id}`, { token })).json();
  report.check(likeCount === 1, `Concurrent repeats of one like count as ${likeCount}`);
  return likers;
}

/** Many visitors sign up with one e-mail concurrently: one wins. */
async function signUps({ call, report, visitors }: Course): Promise<number> {
  const email = `${crypto.randomUUID()}@example.org`;
  const replies = await many(visitors, (index) =>
    call('POST', '/api/users', { body: { name: `Visitor ${index}`, email: index % 2 ? email : email.toUpperCase(), password } }),
  );
  const winners = replies.filter(({ status }) => status === 200);
  report.check(winners.length === 1, `${winners.length} of ${visitors} sign-ups with one e-mail succeeded`);
  report.check(
    tally(replies).every((status) => [200, 400, 429, 503].includes(status)),
    `Concurrent sign-ups were answered with ${[...new Set(tally(replies))]}`,
  );
  return visitors;
}

/** Comments and likes arrive while the post is deleted: each precedes the deletion or gets 404, and no row remains. */
async function commentsDuringDeletion(course: Course): Promise<number> {
  const { call, next, report } = course;
  const author = next();
  const id = await post(course, author);
  const people = Array.from({ length: 10 }, next);
  const acts = people.flatMap(({ token }) => [
    call('POST', `/api/posts/comment/${id}`, { token, body: { text: 'Just in time' } }),
    call('PUT', `/api/posts/like/${id}`, { token }),
  ]);
  const [deleted, ...replies] = await Promise.all([call('DELETE', `/api/posts/${id}`, { token: author.token }), ...acts]);
  report.check(deleted?.status === 200, `Deleting a post during comments was answered with ${deleted?.status}`);
  report.check(
    tally(replies).every((status) => status === 200 || status === 404),
    `Comments during a deletion were answered with ${[...new Set(tally(replies))]}`,
  );
  report.check((await call('GET', `/api/posts/${id}`, { token: author.token })).status === 404, 'A deleted post is still served');
  return acts.length + 1;
}

/** Two concurrent deletions of one account: one succeeds, the other gets 401. */
async function twoDeletions({ call, next, report }: Course): Promise<number> {
  const { token } = next();
  const replies = await many(2, () => call('DELETE', '/api/profile', { token }));
  report.check(tally(replies).sort().join() === '200,401', `Two deletions of one account were answered with ${tally(replies)}`);
  return 2;
}

/** The password changes while the old token is in use: after the change only the new token works. */
async function passwordChange({ call, next, report }: Course): Promise<number> {
  const { token } = next();
  const uses = many(10, () => call('POST', '/api/posts', { token, body: { text: 'Still me' } }));
  const changed = await call('PUT', '/api/auth/password', { token, body: { current: password, password: 'another password' } });
  report.check(changed.status === 200, `A password change was answered with ${changed.status}`);
  const after = await many(6, () => call('GET', '/api/auth', { token }));
  report.check(
    tally(after).every((status) => status === 401),
    'A process accepted the old token after a password change',
  );
  report.check(
    tally(await uses).every((status) => [200, 401, 429].includes(status)),
    'A post during the password change had an unexpected answer',
  );
  const fresh = await many(3, () => call('GET', '/api/auth', { token: changed.json().token }));
  report.check(
    tally(fresh).every((status) => status === 200),
    'A process refused the new token',
  );
  return 20;
}

/** A member writes concurrently with the deletion of the account: no row of the member remains. */
async function writesDuringAccountDeletion(course: Course): Promise<number> {
  const { call, next, report } = course;
  const [author, leaver] = [next(), next()];
  const { token } = leaver;
  const id = await post(course, author);
  const replies = await Promise.all([
    call('POST', `/api/posts/comment/${id}`, { token, body: { text: 'Leaving' } }),
    call('PUT', `/api/posts/like/${id}`, { token }),
    call('POST', '/api/posts', { token, body: { text: 'Leaving' } }),
    call('DELETE', '/api/profile', { token }),
    call('POST', '/api/profile', { token, body: { status: 'Developer', skills: 'Leaving' } }),
    call('PUT', `/api/posts/like/${id}`, { token }),
  ]);
  report.check(
    tally(replies).every((status) => status === 200 || status === 401),
    `A write during account deletion was answered with ${[...new Set(tally(replies))]}`,
  );
  const left = (await call('GET', `/api/posts/${id}`, { token: author.token })).json();
  report.check(left.likeCount === 0 && left.commentCount === 0, 'A like or comment of a deleted account remains');
  report.check((await call('GET', `/api/profile/user/${leaver.id}`)).status === 404, 'The profile of a deleted account remains');
  return replies.length;
}

/** Concurrent repeats of one post with the same idempotency key: one post. */
async function repeatedPosts({ call, next, report }: Course): Promise<number> {
  const { token } = next();
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const replies = await many(10, () => call('POST', '/api/posts', { token, headers, body: { text: 'Once' } }));
  const ids = new Set(replies.filter(({ status }) => status === 200).map((reply) => reply.json()._id));
  report.check(ids.size === 1, `Ten concurrent repeats of one post created ${ids.size}`);
  return replies.length;
}
