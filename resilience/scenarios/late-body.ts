import { randomBytes } from 'node:crypto';
import type { Db } from '../../server/src/platform/db/db.ts';
import { address, type Call, caller } from '../calls.ts';
import { insertPosts } from '../insert-posts.ts';
import { createMembers, insertSession, type Member, password } from '../members.ts';
import { head, openRequest, type RawResponse } from '../raw-http.ts';
import { Report, type Scenario, type Size, withCleanup } from '../scenario.ts';
import { createDatabase, databaseOf, type Engine, type RunningSite, startSite } from '../site.ts';

/** Few at a time, so that the revocation takes less time than a request may. */
const concurrency = 3;
const newPassword = 'a long enough passphrase 4 me';
const resume = JSON.stringify({ basics: { label: 'Late' }, skills: [{ name: 'Late' }] });
const entry = { title: 'Late', company: 'Late', school: 'Late', degree: 'Late', fieldofstudy: 'Late', from: '2020-01-01', current: true };

/** The draft that each member has. */
const draft = { context: 'post', version: 1 };

/** Bodies by operation; the others receive `{}`. */
const bodies: Record<string, object> = {
  'POST /api/profile': { status: 'Late', skills: 'Late' },
  'PUT /api/profile/experience': entry,
  'PUT /api/profile/education': entry,
  'PUT /api/profile/experience/{id}': entry,
  'PUT /api/profile/education/{id}': entry,
  'POST /api/profile/resume/preview': { resume },
  'PUT /api/profile/resume': { resume },
  'POST /api/posts': { text: 'Late', draft },
  'POST /api/posts/comment/{postId}': { text: 'Late', draft },
  'PATCH /api/posts/{id}': { text: 'Late', version: 1, draft },
  'PATCH /api/posts/comment/{postId}/{commentId}': { text: 'Late', version: 1, draft },
  'PATCH /api/follows/settings': { followersHidden: true },
  'PUT /api/notifications/settings': { settings: [{ kind: 'like', site: false }] },
  'PATCH /api/notifications/mail': { frequency: 'off' },
  'PATCH /api/bookmarks/folders/{folder}': { name: 'Late' },
  'POST /api/preview': { text: 'Late' },
  'PUT /api/drafts/{context}': { text: 'Late', version: 1 },
  'PUT /api/auth/password': { current: password, password: newPassword },
  'POST /api/auth/confirm': { password },
};

/** Ends the session of `token`, through `other`, another session of the member. */
const revocations: Record<string, (call: Call, token: string, other: string) => Promise<number>> = {
  'sign-out': async (call, token) => (await call('DELETE', '/api/auth', { token })).status,
  'ended session': async (call, _token, other) => (await call('DELETE', '/api/auth/sessions', { token: other })).status,
  'password change': async (call, _token, other) =>
    (await call('PUT', '/api/auth/password', { token: other, body: { current: password, password: newPassword } })).status,
  'account deletion': async (call, _token, other) => (await call('DELETE', '/api/profile', { token: other })).status,
};

/**
 * Revokes a session between the headers and the body of a request, for every operation of a member that changes something. The short form uses one kind of
 * revocation for each operation.
 */
export const lateBody: Scenario = {
  promise: 'a request whose session ends before its body arrives is refused',
  run: async (size) => {
    const report = new Report();
    for (const engine of ['sqlite', 'postgres'] as const) await runOn(engine, size, report);
    return report;
  },
};

interface Run {
  site: RunningSite;
  call: Call;
  report: Report;
  engine: Engine;
}

function runOn(engine: Engine, size: Size, report: Report): Promise<void> {
  return withCleanup(async (cleanup) => {
    const settings = await createDatabase(engine, cleanup);
    const site = await startSite({ ...settings, RATE_LIMITS: 'off' });
    cleanup(() => site.kill());
    const call = caller(site.url, 8);
    cleanup(() => call.close());
    const operations = await operationsOf(call);
    const members = await createMembers(settings, operations.length * (size === 'long' ? Object.keys(revocations).length : 1) + 5);
    const posts = await insertPosts(settings, members, members.length);
    const db = await databaseOf(settings);
    cleanup(() => db.close());
    const others = members.map(() => randomBytes(32).toString('base64url'));
    await db.transaction(async (tx) => {
      for (const [index, { id }] of members.entries()) {
        await insertSession(tx, id, others[index] ?? '');
        await tx.run`
          insert into drafts (user_id, context, text, version, updated_at) values (${id}, ${draft.context}, 'Unsent', ${draft.version}, 1)`;
      }
    });
    const run: Run = { site, call, report, engine };
    const answers = new Map<string, number>();
    for (const [kind, [name, revoke]] of Object.entries(revocations).entries()) {
      const before = await contents(db);
      const used: string[] = [];
      const waiting = operations.filter((_, index) => size === 'long' || index % Object.keys(revocations).length === kind);
      const worker = async () => {
        for (let operation = waiting.pop(); operation; operation = waiting.pop()) {
          const member = members.pop() as Member;
          used.push(member.id);
          const { status } = await sendLate(run, operation, member, others[members.length] ?? '', posts[members.length] ?? '', revoke);
          answers.set(`${status}`, (answers.get(`${status}`) ?? 0) + 1);
          // 408: on a slow machine, the revocation outlasts the time limit of a request.
          report.check([401, 408].includes(status), `${engine}: ${operation} after ${name} was answered with ${status}`);
        }
      };
      await Promise.all(Array.from({ length: concurrency }, worker));
      const deleted = new Set(name === 'account deletion' ? used : []);
      compare(before, await contents(db), deleted, (what) => report.check(false, `${engine}: after ${name}, ${what}`));
    }
    report.check(site.errors().length === 0, `${engine}: logged errors, the first: ${site.errors()[0]?.slice(0, 300)}`);
    report.figure(
      `${engine}: ${operations.length} operations after ${Object.keys(revocations).join(', ')}, ${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
    );
  });
}

interface Operation {
  security?: unknown[];
  requestBody?: { content: Record<string, unknown> };
}

/** The operations that need a session and change something, except uploads (media.test.ts). */
async function operationsOf(call: Call): Promise<string[]> {
  const { paths } = (await call('GET', '/api/openapi.json')).json();
  return Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security, requestBody }]) =>
      security && method !== 'get' && !requestBody?.content['multipart/form-data'] ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
}

async function sendLate(
  { site, call, report, engine }: Run,
  operation: string,
  { token }: Member,
  other: string,
  post: string,
  revoke: (typeof revocations)[string],
): Promise<RawResponse> {
  const [method = '', path = ''] = operation.split(' ');
  const from = address(Math.floor(Math.random() * 2 ** 24));
  const body = Buffer.from(JSON.stringify(bodies[operation] ?? {}));
  const request = openRequest(site.port);
  const headers = { 'x-auth-token': token, 'x-forwarded-for': from, 'content-type': 'application/json', 'content-length': body.length };
  await request.write(
    head(
      method,
      path
        .replace('{version}', '1')
        .replace('{context}', 'post')
        .replace('{tag}', 'late')
        .replace('/media/{id}', `/media/${'A'.repeat(22)}`)
        .replace(/\{\w+\}/g, post),
      headers,
    ),
  );
  await request.write(body.subarray(0, 1));
  await call('GET', '/readyz'); // the server has read the headers before it answers this
  const status = await revoke((method, path, options) => call(method, path, { from, ...options }), token, other);
  report.check(status === 200, `${engine}: a revocation was answered with ${status}`);
  await request.write(body.subarray(1));
  return request.answer;
}

type Contents = Map<string, { owner: string; row: string }>;

/** All rows that members write, by table and id. */
async function contents(db: Db): Promise<Contents> {
  type Row = { id: string; user_id: string };
  const tables = {
    profiles: await db.all<Row>`select * from profiles`,
    experiences: await db.all<Row>`select * from experiences`,
    educations: await db.all<Row>`select * from educations`,
    posts: await db.all<Row>`select id, user_id, text from posts`,
    comments: await db.all<Row>`select * from comments`,
    likes: await db.all<Row>`select * from likes`,
    drafts: await db.all<Row>`select user_id as id, user_id, text, version from drafts`,
  };
  return new Map(
    Object.entries(tables).flatMap(([table, rows]) =>
      rows.map((row) => [`${table} ${row.id}`, { owner: row.user_id, row: JSON.stringify(row) }] as const),
    ),
  );
}

/** Rows of deleted members, and on their posts, may disappear; nothing may be added or changed. */
function compare(before: Contents, after: Contents, deleted: Set<string>, fail: (what: string) => void): void {
  for (const [key, { row }] of after) {
    const old = before.get(key)?.row;
    if (old === undefined) fail(`a row was added to ${key.split(' ')[0]}: ${row.slice(0, 100)}`);
    else if (old !== row) fail(`a row was changed in ${key.split(' ')[0]}`);
  }
  for (const [key] of before) if (!after.has(key) && deleted.size === 0) fail(`a row was removed from ${key.split(' ')[0]}`);
}
