import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDb } from '../../server/src/db/open.ts';
import startPostgres from '../../server/test/postgres.ts';
import type { Case } from './cases.ts';
import { fillOne, readContent, sqliteCommunity, usual } from './community.ts';
import { compare, type Effort, summarise } from './compare.ts';
import { startClient, startSite } from './processes.ts';
import { circumstances, table } from './report.ts';

const head = [
  'case',
  'ratio',
  'least to most',
  'by processor',
  'target',
  'a second',
  'limit',
  'µs each',
  'limit',
  'p99 ms',
  'limit',
  'kB',
  'busy',
];

/** Every case in turn over one site, as a table; each is printed as it is found. */
export async function compareAll(engine: 'sqlite' | 'postgres', wanted: Case[], folder: string, effort: Effort): Promise<string> {
  const { dataDir, databaseUrl, stop } = engine === 'postgres' ? await postgres(folder) : await sqlite(folder);
  const content = await readContent(await openDb({ dataDir, databaseUrl }));
  const site = await startSite({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
  const client = startClient();
  const rows: string[][] = [];
  try {
    for (const one of wanted) {
      const target = engine === 'postgres' ? one.postgres : one.target;
      const row = toRow(summarise(await compare(site, client, content, one, effort)), one.name, target);
      console.error(row.join('  '));
      rows.push(row);
    }
  } finally {
    await client.stop();
    await site.stop();
    await stop();
  }
  return `${circumstances()}\n\n${table(head, rows)}`;
}

function toRow(found: ReturnType<typeof summarise>, name: string, target: number | undefined): string[] {
  return [
    name,
    found.ratio.toFixed(3),
    `${found.least.toFixed(2)} to ${found.most.toFixed(2)}`,
    (found.limitProcessor / found.processor).toFixed(3),
    target ? String(target) : '',
    found.perSecond.toFixed(0),
    found.limitPerSecond.toFixed(0),
    found.processor.toFixed(1),
    found.limitProcessor.toFixed(1),
    found.p99.toFixed(1),
    found.limitP99.toFixed(1),
    found.kilobytes.toFixed(1),
    `${found.busy.toFixed(2)}, ${found.limitBusy.toFixed(2)}, ${found.clientBusy.toFixed(2)}`,
  ];
}

async function sqlite(folder: string) {
  const dataDir = await sqliteCommunity(usual, join(folder, 'sqlite'));
  return { dataDir, databaseUrl: undefined, stop: async () => rmSync(dataDir, { recursive: true }) };
}

/** The tests' PostgreSQL, which never waits for the disk: here it is only read. */
async function postgres(folder: string) {
  const address = Promise.withResolvers<string>();
  const stop = await startPostgres({ provide: (_: string, url: string) => address.resolve(url) } as never);
  const databaseUrl = await address.promise;
  const place = { dataDir: join(folder, 'postgres'), databaseUrl };
  await fillOne(await openDb(place), usual);
  return { ...place, stop };
}
