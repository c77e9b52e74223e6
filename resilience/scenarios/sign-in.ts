import { openInbox } from '../../server/test/inbox.ts';
import { address, type Call, caller, milliseconds, quantile } from '../calls.ts';
import { createMembers, type Member } from '../members.ts';
import { Report, type Scenario, type Size, withCleanup } from '../scenario.ts';
import { createDatabase, startSite } from '../site.ts';

const counts = { long: 500, short: 15 };

/** What an e-mail address is sent to, and the status of the answer. */
const requests = {
  'sign-ins': { path: '/api/auth', fields: { password: 'wrong password' }, status: 400 },
  'forgotten passwords': { path: '/api/auth/forgot', fields: {}, status: 200 },
};

/** Alternates requests with known and unknown e-mails, each from a fresh network, and compares answers and times. */
export const signIn: Scenario = {
  promise: 'sign-in and forgotten passwords reveal nothing',
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const settings = await createDatabase('sqlite', cleanup);
      const people = await createMembers(settings, counts[size]);
      const inbox = await openInbox(cleanup, 0);
      const site = await startSite({ ...settings, SMTP_URL: inbox.url, MAIL_FROM: 'site@dev.example' });
      cleanup(() => site.kill());
      const call = caller(site.url, 1);
      cleanup(() => call.close());
      for (const [name, request] of Object.entries(requests)) await measure({ name, ...request }, people, call, size, report);
      return report;
    }),
};

interface Request {
  name: string;
  path: string;
  fields: object;
  status: number;
}

async function measure(
  { name, path, fields, status: expected }: Request,
  people: Member[],
  call: Call,
  size: Size,
  report: Report,
): Promise<void> {
  const answers = new Set<string>();
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const ask = async (kind: 'known' | 'unknown', index: number) => {
    // The same length as a known e-mail, so that requests have equal size.
    const email = kind === 'known' ? (people[index]?.email ?? '') : `${crypto.randomUUID()}@example.org`;
    const began = performance.now();
    const { status, headers, text } = await call('POST', path, {
      from: address((index * 2 + (kind === 'known' ? 1 : 0)) * 256),
      body: { email, ...fields },
    });
    times[kind].push(performance.now() - began);
    const { date: _, ...rest } = headers;
    answers.add(JSON.stringify([status, Object.entries(rest).filter(([name]) => !/^(x-)?ratelimit/.test(name)), text]));
  };
  await ask('unknown', 999_999);
  times.unknown.pop();
  for (const index of people.keys()) {
    // Alternate the order, so that neither kind always comes second.
    const order = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) await ask(kind, index);
  }
  report.check(answers.size === 1, `There were ${answers.size} different answers to ${name}: ${[...answers].slice(0, 2).join(' and ')}`);
  report.check(
    [...answers].every((answer) => answer.startsWith(`[${expected}`)),
    `The answer to ${name} is ${[...answers][0]}`,
  );
  const { z, advantage } = compare(times.known, times.unknown);
  report.check(size === 'short' || Math.abs(z) < 4, `The times of ${name} differ: z = ${z.toFixed(1)}`);
  const { length: count } = people;
  report.figure(
    `${count} + ${count} interleaved ${name}: ${answers.size} distinct answer; median ${milliseconds(quantile(times.known, 0.5))} for a known e-mail, ${milliseconds(quantile(times.unknown, 0.5))} for an unknown one; Mann–Whitney z = ${z.toFixed(2)}, a known e-mail is slower in ${(advantage * 100).toFixed(1)} % of pairs`,
  );
}

/** Mann–Whitney U test: the share of pairs in which the first sample is larger (0.5 if equal), and its z-score. */
function compare(first: number[], second: number[]): { z: number; advantage: number } {
  const [n, m] = [first.length, second.length];
  const u = first.reduce((sum, one) => sum + second.reduce((above, other) => above + (one > other ? 1 : one === other ? 0.5 : 0), 0), 0);
  return { z: (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12), advantage: u / (n * m) };
}
