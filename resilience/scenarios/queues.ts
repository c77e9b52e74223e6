import { formOf, image, recording } from '../../server/test/images.ts';
import { addressIn, type Call, type CallOptions, caller, milliseconds, quantile } from '../calls.ts';
import { insertPosts } from '../insert-posts.ts';
import { type ReaderOptions, startReader } from '../measure/reader.ts';
import { createMembers, type Member } from '../members.ts';
import { progress, Report, type Scenario, withCleanup } from '../scenario.ts';
import { createDatabase, type Engine, startSite } from '../site.ts';

/** `duration` of each attack in milliseconds. */
const sizes = {
  long: { duration: 15_000, networks: [1, 10, 50], engines: ['sqlite', 'postgres'] as Engine[] },
  short: { duration: 1_500, networks: [3], engines: ['sqlite'] as Engine[] },
};
/** Accounts per attacking network, each with one request at a time, and the pause of a refused one in milliseconds, or this process would be the bottleneck. */
const [accounts, pause] = [5, 1_000];
/** Milliseconds of other clients' requests. */
const maxP99 = 400;

/** A request of an attacker. */
interface Request extends Pick<CallOptions, 'body' | 'headers'> {
  method: string;
  path: string;
}

/** The form of an image, with bytes after its end that make it unique. */
const upload = async (file: Buffer, unique: number) => {
  const { payload, headers } = await formOf({ file: Buffer.concat([file, Buffer.from(`unique ${unique}`)]) });
  return { method: 'POST', path: '/api/media', body: payload, headers: { ...headers, 'content-length': String(payload.length) } };
};

/** Lets attackers send the most expensive texts and animations, from 1 to 50 networks, while others read, preview and upload. */
export const queues: Scenario = {
  promise: 'no client can occupy the shared workers',
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const { duration, networks, engines } = sizes[size];
      const small = await image('png', 600, 400);
      const large = await recording({ width: 1280, height: 720, frames: 100, delay: 50 });
      const code = (language: string, atom: string) => `\`\`\`${language}\n${`${atom.repeat(290 / atom.length)}\n`.repeat(34)}\`\`\`\n`;
      const texts = [code('cs', 'a<b> '), code('c', 'Aa'), code('cpp', 'a_')];
      const attacks: Record<
        string,
        (unique: number) => Promise<{ method: string; path: string; body: unknown; headers?: Record<string, string> }>
      > = {
        'previews of expensive code': async (unique) => ({
          method: 'POST',
          path: '/api/preview',
          body: { text: `${unique}\n\n${texts[unique % texts.length]?.repeat(2)}` },
        }),
        animations: (unique) => upload(large, unique),
      };
      for (const engine of engines) {
        const settings = await createDatabase(engine, cleanup);
        const members = await createMembers(settings, Math.max(...networks) * accounts + 3);
        await insertPosts(settings, members, 20);
        const site = await startSite({ ...settings, RATE_LIMITS: 'off' });
        cleanup(() => site.kill());
        const others = members.splice(-3);
        let unique = 0;
        const startOthers = async () => {
          // New texts and images each time, which no cache has.
          const requests: Record<string, { interval: number; sent: ReaderOptions['requests'] }> = {
            reads: { interval: 100, sent: ['/api/posts?limit=5', '/api/auth'].map((path) => ({ path })) },
            previews: {
              interval: 250,
              sent: Array.from({ length: 100 }, () => ({ method: 'POST', path: '/api/preview', body: { text: honestText(unique++) } })),
            },
            images: { interval: 500, sent: await Promise.all(Array.from({ length: 50 }, () => upload(small, unique++))) },
          };
          return Object.entries(requests).map(([name, { interval, sent }], index) => {
            const sender = { token: others[index]?.token ?? '', from: `198.51.${index}.1` };
            return { name, reader: startReader({ url: site.url, requests: sent.map((request) => ({ ...request, ...sender })), interval }) };
          });
        };
        await warmUp(await startOthers());
        for (const [name, request] of Object.entries(attacks))
          for (const count of networks) {
            const call = caller(site.url, count * accounts);
            const attack = startAttack(call, members.slice(0, count * accounts), () => request(unique++));
            const readers = await startOthers();
            await new Promise((resolve) => setTimeout(resolve, duration));
            const phrases: string[] = [];
            for (const { name: kind, reader } of readers) {
              const { times, outcomes } = await reader.stop();
              const failed = Object.keys(outcomes).filter((outcome) => outcome !== '200' && (size === 'long' || outcome !== '503'));
              const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
              const during = `${kind} of others during ${name} from ${count} networks on ${engine}`;
              report.check(failed.length === 0, `${during}: ${JSON.stringify(outcomes)}`);
              report.check(size === 'short' || p99 < maxP99, `${during}: p99 ${milliseconds(p99)}`);
              phrases.push(`${outcomes[200] ?? 0} of ${times.length} ${kind} p50 ${milliseconds(p50)} p99 ${milliseconds(p99)}`);
            }
            const outcomes = await attack.stop();
            call.close();
            report.figure(`${engine}, ${name} from ${count} networks (${outcomes}): ${phrases.join(', ')}`);
            progress(`${name} from ${count} networks: ${phrases.join(', ')}`);
          }
        report.check(site.alive() && site.errors().length === 0, `The site logged errors, the first: ${site.errors()[0]?.slice(0, 300)}`);
        await site.stop();
      }
      return report;
    }),
};

/** A text as members write, long enough for the worker. */
const honestText = (unique: number): string =>
  `Question ${unique}\n\n${'Some words of a question about code. '.repeat(20)}\n\n\`\`\`ts\n${'const answer = await fetch(url);\n'.repeat(20)}\`\`\`\n`;

/** Starts the workers, whose start takes seconds. */
async function warmUp(readers: Array<{ reader: { stop(): Promise<unknown> } }>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  for (const { reader } of readers) await reader.stop();
}

/** Keeps a request of each member in flight. `stop` returns the number of requests by outcome. */
function startAttack(call: Call, members: Member[], request: () => Promise<Request>) {
  const outcomes = new Map<string, number>();
  let isOver = false;
  const workers = members.map(async ({ token }, index) => {
    const from = addressIn(Math.floor(index / accounts), index % accounts);
    while (!isOver) {
      const { method, path, ...options } = await request();
      const outcome = await call(method, path, { ...options, token, from }).then(
        ({ status }) => String(status),
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
      if (isOver) return;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (outcome !== '200') await new Promise((resolve) => setTimeout(resolve, pause));
    }
  });
  return {
    async stop(): Promise<string> {
      isOver = true;
      await Promise.all(workers);
      return [...outcomes].map(([outcome, count]) => `${count} × ${outcome}`).join(', ') || 'no answer';
    },
  };
}
