import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '../../tools/build-pages.ts';
import { cases } from './cases.ts';
import { compareAll } from './compare-all.ts';
import { growth } from './growth.ts';
import { memory } from './memory.ts';
import { keepInReadme } from './report.ts';
import { start } from './start.ts';

const help = `How close the site is to the limit, which is bare node:http that answers with the same bytes.

  npm run bench                     every case on both engines, growth, memory and start; the tables go into bench/README.md
  npm run bench -- feed like        the cases whose name holds one of the words, SQLite only, nothing written
  npm run bench -- feed --postgres  the same, on PostgreSQL
  npm run bench -- growth           1 thousand, 100 thousand and 1 million posts (needs 4 GB on the disk, and minutes to make them)
  npm run bench -- memory           a stream of traffic, and what the process holds every ten seconds
  npm run bench -- start            from start to ready, and what is held at rest

  --rounds N   how often each of the two is measured (9)
  --slice N    milliseconds that each measurement takes (500)
  --posts N,M  sizes that growth compares (1000,100000,1000000)
  --minutes N  how long the traffic of memory lasts (3)
  --share N    of that time, the share that it fills: at 0.1 an hour is one of a busy site, and not of a flood (1)`;

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '9' },
    slice: { type: 'string', default: '500' },
    posts: { type: 'string', default: '1000,100000,1000000' },
    minutes: { type: 'string', default: '3' },
    share: { type: 'string', default: '1' },
    postgres: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const effort = { rounds: Number(values.rounds), slice: Number(values.slice) };
const folder = mkdtempSync(join(tmpdir(), 'dev-connector-bench-'));

/** Measurements of their own, by the word that asks for them. */
const others: Record<string, () => Promise<string>> = {
  growth: () => growth(values.posts.split(',').map(Number), effort),
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
  if (words.length > 0) {
    const named = cases.filter(({ name }) => words.some((word) => name.includes(word)));
    if (named.length > 0) console.log(await compareAll(values.postgres ? 'postgres' : 'sqlite', named, folder, effort));
    for (const word of words) if (others[word]) console.log(await others[word]());
    return;
  }
  const parts: Record<string, string> = {
    'SQLite against the limit': await compareAll('sqlite', cases, folder, effort),
    'PostgreSQL against the limit': await compareAll(
      'postgres',
      cases.filter((one) => one.postgres),
      folder,
      effort,
    ),
  };
  for (const [name, measure] of Object.entries(others)) parts[name] = await measure();
  keepInReadme(parts);
}
