import { startPostgres } from '../../server/test/postgres.ts';
import { address, caller } from '../calls.ts';
import { createMembers } from '../members.ts';
import { head, openRequest, type RawResponse } from '../raw-http.ts';
import { progress, Report, type Scenario, withCleanup } from '../scenario.ts';
import { createDatabase, type RunningSite, startSite } from '../site.ts';

/** Uploads of each kind and size. */
const counts = { long: 200, short: 6 };
const concurrency = 8;
const sizes = [3_000_000, 7_000_000];
const chunk = Buffer.alloc(64 * 1024, 0x20);

interface Upload {
  method: string;
  path: string;
  /** Headers of the `index`th upload. */
  headers?: (index: number) => Record<string, string>;
  /** Expected statuses. */
  statuses: number[];
}

/** Sends bodies that the server refuses before it has read them: every client receives its answer, and none a reset. */
export const uploads: Scenario = {
  promise: 'a refused upload receives its response',
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const settings = await createDatabase('sqlite', cleanup);
      const members = await createMembers(settings, 20); // so that none of them reaches the limit of an account
      const token = (index: number) => ({ 'x-auth-token': members[index % members.length]?.token ?? '' });
      const site = await startSite(settings);
      cleanup(() => site.kill());
      const limited = '198.51.100.9';
      const kinds: Record<string, Upload> = {
        'too large, signed in': { method: 'POST', path: '/api/posts', headers: token, statuses: [413] },
        'too large, signed out': { method: 'POST', path: '/api/auth', statuses: [413] },
        'no token': { method: 'POST', path: '/api/posts', statuses: [401, 413] },
        'unknown path': { method: 'POST', path: '/api/unknown', statuses: [404, 413] },
        'wrong method': { method: 'PUT', path: '/api/posts', statuses: [405, 413] },
        'wrong type': {
          method: 'POST',
          path: '/api/posts',
          headers: (index) => ({ ...token(index), 'content-type': 'text/plain' }),
          statuses: [413, 415],
        },
        'rate limited': { method: 'POST', path: '/api/posts', headers: () => ({ 'x-forwarded-for': limited }), statuses: [401, 413, 429] },
      };
      await exhaust(site, limited);
      const total = { sent: 0, received: 0, resets: 0 };
      for (const [name, upload] of Object.entries(kinds)) await sendAll(site, name, upload, counts[size], report, total);
      await withoutDatabase(counts[size], report, total);
      report.check(site.alive() && site.errors().length === 0, `The site logged errors, the first: ${site.errors()[0]?.slice(0, 300)}`);
      report.check(total.received === total.sent, `${total.received} of ${total.sent} refused uploads received their answer`);
      report.figure(
        `${total.sent} refused uploads of 3 and 7 MB, with Content-Length and chunked (413, 401, 404, 405, 415, 429, 503): ${total.received} received their answer, ${total.resets} saw a reset`,
      );
      return report;
    }),
};

type Total = { sent: number; received: number; resets: number };

async function sendAll({ port }: RunningSite, name: string, upload: Upload, count: number, report: Report, total: Total): Promise<void> {
  for (const size of sizes) {
    for (const chunked of [false, true]) {
      const label = `${name}, ${size / 1e6} MB${chunked ? ', chunked' : ''}`;
      const answers: RawResponse[] = [];
      let started = 0;
      const worker = async () => {
        while (started < count) answers.push(await send(port, upload, size, chunked, ++started));
      };
      await Promise.all(Array.from({ length: concurrency }, worker));
      const resets = answers.filter(({ error }) => error).length;
      const received = answers.filter(({ error, complete }) => complete && !error).length;
      const statuses = [...new Set(answers.map(({ status }) => status))];
      total.sent += count;
      total.received += received;
      total.resets += resets;
      report.check(received === count, `${label}: ${count - received} of ${count} lost the answer, ${resets} saw a reset`);
      report.check(
        statuses.every((status) => status === 0 || upload.statuses.includes(status)),
        `${label}: answered with ${statuses}`,
      );
      progress(`${label}: ${received} of ${count}, statuses ${statuses}`);
    }
  }
}

/** Sends the whole body, as fast as the server takes it, and then reads the answer. */
async function send(port: number, { method, path, headers }: Upload, size: number, chunked: boolean, index: number): Promise<RawResponse> {
  const request = openRequest(port);
  const length: Record<string, string | number> = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': size };
  await request.write(
    head(method, path, { 'x-forwarded-for': address(index), 'content-type': 'application/json', ...length, ...headers?.(index) }),
  );
  const ended = request.answer.then(() => true);
  for (let sent = 0; sent < size; sent += chunk.length) {
    const part = chunk.subarray(0, Math.min(chunk.length, size - sent));
    const bytes = chunked ? Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]) : part;
    if (await Promise.race([request.write(bytes).then(() => false), ended])) break;
  }
  if (chunked) await request.write('0\r\n\r\n');
  return request.answer;
}

/** Uses up what one address may request in a minute. */
async function exhaust({ url }: RunningSite, from: string): Promise<void> {
  const call = caller(url, 16);
  let status = 0;
  let sent = 0;
  const worker = async () => {
    while (status !== 429 && sent++ < 5000) ({ status } = await call('GET', '/api/auth', { from }));
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  call.close();
}

/** With its database gone, a site answers 503 before it has read a body. */
function withoutDatabase(count: number, report: Report, total: Total): Promise<void> {
  return withCleanup(async (cleanup) => {
    const postgres = await startPostgres();
    cleanup(postgres.remove);
    const folder = await createDatabase('sqlite', cleanup);
    const settings = { ...folder, DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' };
    const members = await createMembers(settings, 20);
    const site = await startSite(settings);
    cleanup(() => site.kill());
    await postgres.end('SIGQUIT');
    cleanup(() => postgres.start());
    const headers = (index: number) => ({ 'x-auth-token': members[index % members.length]?.token ?? '' });
    await sendAll(site, 'no database', { method: 'POST', path: '/api/posts', headers, statuses: [503, 413] }, count, report, total);
  });
}
