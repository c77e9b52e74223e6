import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDb } from '../../server/src/db/open.ts';
import startPostgres from '../../server/test/postgres.ts';
import type { Case } from './cases.ts';
import { defaultSizes, fillAndClose, readContent, sqliteCommunity } from './community.ts';
import { compare, type Effort, summarise } from './compare.ts';
import { startLoadGenerator, startSite } from './processes.ts';
import { environment, table } from './report.ts';

const head = [
  'case',
  'ratio',
  'min to max',
  'CPU ratio',
  'target',
  'req/s',
  'baseline',
  'CPU µs',
  'baseline',
  'p99 ms',
  'baseline',
  'kB',
  'busy',
];

/** Measures the cases against one site and returns them as a table. Prints each row when it is measured. */
export async function compareAll(engine: 'sqlite' | 'postgres', selected: Case[], folder: string, effort: Effort): Promise<string> {
  const { dataDir, databaseUrl, stop } = engine === 'postgres' ? await postgres(folder) : await sqlite(folder);
  const content = await readContent(await openDb({ dataDir, databaseUrl }));
  const site = await startSite({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
  const loadGenerator = startLoadGenerator();
  const rows: string[][] = [];
  try {
    for (const benchCase of selected) {
      const target = engine === 'postgres' ? benchCase.postgres : benchCase.target;
      const row = toRow(summarise(await compare(site, loadGenerator, content, benchCase, effort)), benchCase.name, target);
      console.error(row.join('  '));
      rows.push(row);
    }
  } finally {
    await loadGenerator.stop();
    await site.stop();
    await stop();
  }
  return `${environment()}\n\n${table(head, rows)}`;
}

function toRow(found: ReturnType<typeof summarise>, name: string, target: number | undefined): string[] {
  return [
    name,
    found.ratio.toFixed(3),
    `${found.min.toFixed(2)} to ${found.max.toFixed(2)}`,
    (found.baselineProcessor / found.processor).toFixed(3),
    target ? String(target) : '',
    found.perSecond.toFixed(0),
    found.baselinePerSecond.toFixed(0),
    found.processor.toFixed(1),
    found.baselineProcessor.toFixed(1),
    found.p99.toFixed(1),
    found.baselineP99.toFixed(1),
    found.kilobytes.toFixed(1),
    `${found.busy.toFixed(2)}, ${found.baselineBusy.toFixed(2)}, ${found.loadGeneratorBusy.toFixed(2)}`,
  ];
}

async function sqlite(folder: string) {
  const dataDir = await sqliteCommunity(defaultSizes, join(folder, 'sqlite'));
  return { dataDir, databaseUrl: undefined, stop: async () => rmSync(dataDir, { recursive: true }) };
}

/** Starts the tests' PostgreSQL. It does not wait for the disk, which is fine for reads. */
async function postgres(folder: string) {
  const address = Promise.withResolvers<string>();
  const stop = await startPostgres({ provide: (_: string, url: string) => address.resolve(url) } as never);
  const databaseUrl = await address.promise;
  const location = { dataDir: join(folder, 'postgres'), databaseUrl };
  await fillAndClose(await openDb(location), defaultSizes);
  return { ...location, stop };
}
