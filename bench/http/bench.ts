import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDb } from '../../server/src/db/open.ts';
import { buildPages } from '../../tools/build-pages.ts';
import { cases } from './cases.ts';
import { readContent, sqliteCommunity, usual } from './community.ts';
import { type Comparison, compare, summarise } from './compare.ts';
import { startClient, startSite } from './processes.ts';

/**
 * How close the site is to the limit: `npm run bench`, or `npm run bench -- feed` for the cases whose name holds a word.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '7' }, slice: { type: 'string', default: '700' } },
});
const effort = { rounds: Number(values.rounds), slice: Number(values.slice) };
const wanted = cases.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)));

buildPages();
const folder = mkdtempSync(join(tmpdir(), 'dev-connector-bench-'));
const dataDir = await sqliteCommunity(usual, join(folder, 'data'));
const content = await readContent(await openDb({ dataDir }));
const site = await startSite({ DATA_DIR: dataDir });
const client = startClient();
try {
  for (const one of wanted) print(await compare(site, client, content, one, effort));
} finally {
  await client.stop();
  await site.stop();
  rmSync(folder, { recursive: true });
}

function print(comparison: Comparison): void {
  const s = summarise(comparison);
  console.log(
    comparison.name.padEnd(26),
    `${s.ratio.toFixed(3)} (${s.least.toFixed(2)}–${s.most.toFixed(2)})`.padStart(20),
    String(comparison.target ?? '').padStart(5),
    `${s.perSecond.toFixed(0)}/s of ${s.limitPerSecond.toFixed(0)}/s`.padStart(22),
    `cpu ${s.processor.toFixed(0)} of ${s.limitProcessor.toFixed(0)} µs = ${(s.limitProcessor / s.processor).toFixed(3)}`.padStart(26),
    `p99 ${s.p99.toFixed(1)} ms`,
    `${(comparison.bytes / 1000).toFixed(1)} kB`,
    `busy ${s.busy.toFixed(2)} ${s.limitBusy.toFixed(2)} ${s.clientBusy.toFixed(2)}`,
  );
}
