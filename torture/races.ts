import { address, type Call, caller, type Reply } from './calls.ts';
import { crowd, type Member, password } from './members.ts';
import { Findings, type Proof, withCleanup } from './proof.ts';
import { databaseOf, type Engine, freshDatabase, startSite } from './site.ts';

const sizes = { long: { repeats: 25, likers: 200, comers: 50 }, short: { repeats: 1, likers: 50, comers: 10 } };

/** Everything that a race needs to run once more: a call that goes to one of the processes in turn, and people nobody else uses. */
interface Course {
  call: Call;
  next(): Member;
  findings: Findings;
  likers: number;
  comers: number;
}

/** Races are safe: over real connections, on SQLite in one process and on PostgreSQL in three at once. */
export const races: Proof = {
  promise: 'races are safe',
  run: async (size) => {
    const findings = new Findings();
    for (const engine of ['sqlite', 'postgres'] as const) await raceOn(engine, sizes[size], findings);
    return findings;
  },
};

function raceOn(engine: Engine, { repeats, likers, comers }: (typeof sizes)['long'], findings: Findings): Promise<void> {
  return withCleanup(async (afterwards) => {
    const settings = await freshDatabase(engine, afterwards);
    const people = await crowd(settings, repeats * (likers + 40));
    const sites = await Promise.all(
      Array.from({ length: engine === 'postgres' ? 3 : 1 }, () => startSite({ ...settings, RATE_LIMITS: 'off' })),
    );
    for (const site of sites) afterwards(() => site.kill());
    const calls = sites.map(({ url }) => caller(url, 250));
    for (const call of calls) afterwards(() => call.close());
    let turn = 0;
    const course: Course = {
      // Each call from an address of its own, so that no limit on one keeps them apart.
      call: (method, path, asked) => (calls[++turn % calls.length] as Call)(method, path, { from: address(turn), ...asked }),
      next: () => people.pop() as Member,
      findings,
      likers,
      comers,
    };
    const counts = new Map<string, number>();
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const race of [
        likes,
        oneLiker,
        signUps,
        commentOnGoingPost,
        twoDeletions,
        passwordChange,
        everythingWhileLeaving,
        repeatedPosts,
      ]) {
        const asked = await race(course);
        counts.set(race.name, (counts.get(race.name) ?? 0) + asked);
      }
    }
    const db = await databaseOf(settings);
    const wrong = await db.all`
      select id from posts p where like_count <> (select count(*) from likes where post_id = p.id)
        or comment_count <> (select count(*) from comments where post_id = p.id)`;
    findings.check(wrong.length === 0, `${engine}: ${wrong.length} posts have a count that is not that of their rows`);
    await db.close();
    for (const site of sites)
      findings.check(site.errors().length === 0, `${engine}: it logged errors, the first: ${site.errors()[0]?.slice(0, 400)}`);
    const sum = [...counts.values()].reduce((one, other) => one + other, 0);
    findings.figure(
      `${engine}${sites.length > 1 ? `, ${sites.length} processes` : ''}: ${counts.size} kinds of race ${repeats} times each, ${sum} calls, ${findings.broken.length === 0 ? 'every rule held' : 'see below'}`,
    );
  });
}

const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const tally = (replies: Reply[]) => replies.map(({ status }) => status);

async function post({ call }: Course, { token }: Member): Promise<string> {
  return (await call('POST', '/api/posts', { token, body: { text: 'Raced over' } })).json()._id;
}

/** Many members like one post at once: every like is there, once. */
async function likes(course: Course): Promise<number> {
  const { call, next, findings, likers } = course;
  const author = next();
  const id = await post(course, author);
  const people = Array.from({ length: likers }, next);
  const replies = await many(likers, (index) => call('PUT', `/api/posts/like/${id}`, { token: people[index]?.token ?? '' }));
  findings.check(
    tally(replies).every((status) => status === 200),
    `Of ${likers} likes at once some were answered with ${[...new Set(tally(replies))]}`,
  );
  const { likes: list, likeCount } = (await call('GET', `/api/posts/${id}`, { token: author.token })).json();
  findings.check(
    list.length === likers && likeCount === likers,
    `Of ${likers} likes at once ${list.length} are there, and the count says ${likeCount}`,
  );
  return likers;
}

/** One member likes a post many times at once: one like. */
async function oneLiker(course: Course): Promise<number> {
  const { call, next, findings, likers } = course;
  const { token } = next();
  const id = await post(course, { token } as Member);
  const replies = await many(likers, (index) => call('PUT', `/api/posts/like/${id}`, { token, from: address(index) }));
  const served = replies.filter(({ status }) => status === 200);
  findings.check(new Set(served.map(({ text }) => text)).size === 1, 'The same like at once was answered in different ways');
  findings.check(
    tally(replies).every((status) => status === 200 || status === 429),
    `The same like at once was answered with ${[...new Set(tally(replies))]}`,
  );
  const { likeCount } = (await call('GET', `/api/posts/${id}`, { token })).json();
  findings.check(likeCount === 1, `The same like at once counts ${likeCount}`);
  return likers;
}

/** Many sign up with one e-mail at once: one wins. */
async function signUps({ call, findings, comers }: Course): Promise<number> {
  const email = `${crypto.randomUUID()}@example.org`;
  const replies = await many(comers, (index) =>
    call('POST', '/api/users', { body: { name: `Comer ${index}`, email: index % 2 ? email : email.toUpperCase(), password } }),
  );
  const winners = replies.filter(({ status }) => status === 200);
  findings.check(winners.length === 1, `Of ${comers} sign-ups with one e-mail ${winners.length} won`);
  findings.check(
    tally(replies).every((status) => [200, 400, 429, 503].includes(status)),
    `Sign-ups at once were answered with ${[...new Set(tally(replies))]}`,
  );
  return comers;
}

/** Comments and likes arrive while the post is deleted: each is there before, or finds no post; nothing of them is left. */
async function commentOnGoingPost(course: Course): Promise<number> {
  const { call, next, findings } = course;
  const author = next();
  const id = await post(course, author);
  const people = Array.from({ length: 10 }, next);
  const acts = people.flatMap(({ token }) => [
    call('POST', `/api/posts/comment/${id}`, { token, body: { text: 'Just in time' } }),
    call('PUT', `/api/posts/like/${id}`, { token }),
  ]);
  const [deleted, ...replies] = await Promise.all([call('DELETE', `/api/posts/${id}`, { token: author.token }), ...acts]);
  findings.check(deleted?.status === 200, `Deleting a post that others comment on was answered with ${deleted?.status}`);
  findings.check(
    tally(replies).every((status) => status === 200 || status === 404),
    `Comments on a post that goes were answered with ${[...new Set(tally(replies))]}`,
  );
  findings.check((await call('GET', `/api/posts/${id}`, { token: author.token })).status === 404, 'A deleted post is still there');
  return acts.length + 1;
}

/** Two deletions of one account: one does it, the other finds nobody. */
async function twoDeletions({ call, next, findings }: Course): Promise<number> {
  const { token } = next();
  const replies = await many(2, () => call('DELETE', '/api/profile', { token }));
  findings.check(tally(replies).sort().join() === '200,401', `Two deletions of one account were answered with ${tally(replies)}`);
  return 2;
}

/** The password changes while the old token is in use: afterwards only the new one is good, and nothing was answered wrongly meanwhile. */
async function passwordChange({ call, next, findings }: Course): Promise<number> {
  const { token } = next();
  const uses = many(10, () => call('POST', '/api/posts', { token, body: { text: 'Still me' } }));
  const changed = await call('PUT', '/api/auth/password', { token, body: { current: password, password: 'another password' } });
  findings.check(changed.status === 200, `A password change was answered with ${changed.status}`);
  const after = await many(6, () => call('GET', '/api/auth', { token }));
  findings.check(
    tally(after).every((status) => status === 401),
    'An old token was good after the password change, in some process',
  );
  findings.check(
    tally(await uses).every((status) => [200, 401, 429].includes(status)),
    'Posting while the password changes was answered wrongly',
  );
  const fresh = await many(3, () => call('GET', '/api/auth', { token: changed.json().token }));
  findings.check(
    tally(fresh).every((status) => status === 200),
    'The new token was not good in every process',
  );
  return 20;
}

/** A member writes in every way while the account is deleted: nothing of theirs is left. */
async function everythingWhileLeaving(course: Course): Promise<number> {
  const { call, next, findings } = course;
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
  findings.check(
    tally(replies).every((status) => status === 200 || status === 401),
    `A leaving member was answered with ${[...new Set(tally(replies))]}`,
  );
  const left = (await call('GET', `/api/posts/${id}`, { token: author.token })).json();
  findings.check(left.likeCount === 0 && left.commentCount === 0, 'Something of a deleted account is left');
  findings.check((await call('GET', `/api/profile/user/${leaver.id}`)).status === 404, 'The profile of a deleted account is left');
  return replies.length;
}

/** The same post sent many times at once under one key: one post. */
async function repeatedPosts({ call, next, findings }: Course): Promise<number> {
  const { token } = next();
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const replies = await many(10, () => call('POST', '/api/posts', { token, headers, body: { text: 'Once' } }));
  const ids = new Set(replies.filter(({ status }) => status === 200).map((reply) => reply.json()._id));
  findings.check(ids.size === 1, `One post sent ten times at once became ${ids.size}`);
  return replies.length;
}
