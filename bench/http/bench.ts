import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '../../tools/build-pages.ts';
import { cases } from './cases.ts';
import { compareAll } from './compare-all.ts';
import { directory } from './directory.ts';
import { following } from './following.ts';
import { growth } from './growth.ts';
import { memory } from './memory.ts';
import { writeResults } from './report.ts';
import { search } from './search.ts';
import { start } from './start.ts';
import { streams } from './streams.ts';

const help = `Compares the site with a baseline: bare node:http that sends the same bytes.

  npm run bench                     all cases on both engines, growth, following, memory and start; writes bench/results.md
  npm run bench -- feed like        cases whose name contains one of the words; SQLite only, writes nothing
  npm run bench -- feed --postgres  the same on PostgreSQL
  npm run bench -- growth           1,000, 100,000 and 1,000,000 posts (needs 4 GB of disk space and minutes to create)
  npm run bench -- directory        filters of the directory (--posts: ten times the members; --postgres)
  npm run bench -- following        the feed Following of members who follow 1,000 and 20 others, compared with Latest
  npm run bench -- memory           memory of the process every ten seconds under mixed traffic
  npm run bench -- search           searches of 10,000 and of 1,000,000 posts, and a tenth as many members (--posts, --postgres)
  npm run bench -- suggestions      the same for the suggestions of a key press, with 20,000 and 100,000 posts
  npm run bench -- streams          open streams: memory, delivery, cost to other requests (--streams N, 10000)
  npm run bench -- start            time until ready, and memory at rest

  --against F  compares with the build in another checkout instead of the baseline (installed and built)
  --compressed accepts compressed responses, as browsers do (default: not compressed)
  --rounds N   measurements per server (9)
  --slice N    milliseconds per measurement (500)
  --posts N,M  sizes for growth (1000,100000,1000000) and search (10000,1000000)
  --minutes N  duration of memory (3)
  --share N    share of that time with traffic: 0.1 resembles a busy site, 1 is full load (1)`;

const { values, positionals: args } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '9' },
    slice: { type: 'string', default: '500' },
    posts: { type: 'string' },
    minutes: { type: 'string', default: '3' },
    share: { type: 'string', default: '1' },
    streams: { type: 'string', default: '10000' },
    postgres: { type: 'boolean' },
    against: { type: 'string' },
    compressed: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const growthSizes = (values.posts ?? '1000,100000,1000000').split(',').map(Number);
const effort = { rounds: Number(values.rounds), slice: Number(values.slice), compressed: values.compressed };
const folder = mkdtempSync(join(tmpdir(), 'dev-connector-bench-'));

/** Further measurements, by command line argument. */
const measurements: Record<string, () => Promise<string>> = {
  growth: () => growth(growthSizes, effort),
  following: () => following(folder, effort),
  memory: () => memory(folder, { minutes: Number(values.minutes), share: Number(values.share) }),
  start: () => start(folder),
};

try {
  if (values.help) console.log(help);
  else await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  buildPages();
  if (values.against && args.length === 0) {
    for (const engine of ['sqlite', 'postgres'] as const)
      console.log(
        await compareAll(
          engine,
          cases.filter((one) => engine === 'sqlite' || one.postgres),
          folder,
          effort,
          values.against,
        ),
      );
    return;
  }
  if (args.length > 0) {
    for (const [subject, usual] of [
      ['search', '10000,1000000'],
      ['suggestions', '20000,100000'],
    ] as const) {
      if (!args.includes(subject)) continue;
      const sizes = (values.posts ?? usual).split(',').map(Number);
      console.log(
        await search(
          subject,
          sizes.map((posts) => ({ posts, members: Math.ceil(posts / 10) })),
          values.postgres === true,
        ),
      );
    }
    if (args.includes('streams')) console.log(await streams(folder, Number(values.streams)));
    const selected = cases.filter(({ name }) => args.some((arg) => name.includes(arg)));
    for (const posts of growthSizes) {
      const members = Math.ceil(posts / 10);
      if (args.includes('directory')) console.log(await directory(members, values.postgres === true));
    }
    if (selected.length > 0)
      console.log(await compareAll(values.postgres ? 'postgres' : 'sqlite', selected, folder, effort, values.against));
    for (const arg of args) if (measurements[arg]) console.log(await measurements[arg]());
    return;
  }
  const parts: Record<string, string> = {
    SQLite: await compareAll('sqlite', cases, folder, effort),
    PostgreSQL: await compareAll(
      'postgres',
      cases.filter((benchCase) => benchCase.postgres),
      folder,
      effort,
    ),
  };
  for (const [name, measure] of Object.entries(measurements)) parts[`${name.charAt(0).toUpperCase()}${name.slice(1)}`] = await measure();
  writeResults(parts);
}
