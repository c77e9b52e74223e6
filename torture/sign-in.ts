import { address, caller, milliseconds, quantile } from './calls.ts';
import { crowd } from './members.ts';
import { Findings, type Proof, withCleanup } from './proof.ts';
import { freshDatabase, startSite } from './site.ts';

const counts = { long: 500, short: 15 };

/** Sign-in tells nothing: tries with a known e-mail and with an unknown one, in turn, each from an address of its own, answer with the same bytes in the same time. */
export const signIn: Proof = {
  promise: 'sign-in tells nothing',
  run: (size) =>
    withCleanup(async (afterwards) => {
      const findings = new Findings();
      const count = counts[size];
      const settings = await freshDatabase('sqlite', afterwards);
      const people = await crowd(settings, count);
      const site = await startSite(settings);
      afterwards(() => site.kill());
      const call = caller(site.url, 1);
      afterwards(() => call.close());
      const answers = new Set<string>();
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      const ask = async (kind: 'known' | 'unknown', index: number) => {
        // As long as a known one, so that not even the request differs.
        const email = kind === 'known' ? (people[index]?.email ?? '') : `${crypto.randomUUID()}@example.org`;
        const began = performance.now();
        const { status, headers, text } = await call('POST', '/api/auth', {
          from: address(index * 2 + (kind === 'known' ? 1 : 0)),
          body: { email, password: 'wrong password' },
        });
        times[kind].push(performance.now() - began);
        const { date: _, ...rest } = headers;
        answers.add(JSON.stringify([status, Object.entries(rest).filter(([name]) => !/^(x-)?ratelimit/.test(name)), text]));
      };
      await ask('unknown', 999_999);
      times.unknown.pop();
      for (let index = 0; index < count; index++) {
        // Who comes first changes, so that neither always follows the other.
        const order = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        for (const kind of order) await ask(kind, index);
      }
      findings.check(answers.size === 1, `There were ${answers.size} different answers: ${[...answers].slice(0, 2).join(' and ')}`);
      findings.check(
        [...answers].every((answer) => answer.startsWith('[400')),
        `The answer is ${[...answers][0]}`,
      );
      const { z, advantage } = compare(times.known, times.unknown);
      findings.check(size === 'short' || Math.abs(z) < 4, `The times differ: z = ${z.toFixed(1)}`);
      findings.figure(
        `${count} + ${count} tries in turn: ${answers.size} distinct answer; median ${milliseconds(quantile(times.known, 0.5))} for a known e-mail, ${milliseconds(quantile(times.unknown, 0.5))} for an unknown one; Mann–Whitney z = ${z.toFixed(2)}, a known one is the slower of a pair in ${(advantage * 100).toFixed(1)} %`,
      );
      return findings;
    }),
};

/** Mann–Whitney's U of two samples: how often one of the first is above one of the second (0.5 says nothing), and by how many standard deviations that is off. */
function compare(first: number[], second: number[]): { z: number; advantage: number } {
  const [n, m] = [first.length, second.length];
  const u = first.reduce((sum, one) => sum + second.reduce((above, other) => above + (one > other ? 1 : one === other ? 0.5 : 0), 0), 0);
  return { z: (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12), advantage: u / (n * m) };
}
