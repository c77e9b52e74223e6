import { globSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { databaseOf, query, startPostgres } from '../../server/test/postgres.ts';
import type { Case } from './cases.ts';
import { addFeedPages, readContent } from './community.ts';
import { compare, type Effort, type MeasuredSite, summarise } from './compare.ts';
import { root, startLoadGenerator, startSite } from './processes.ts';
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

/**
 * Measures the cases and returns them as a table: the site against the baseline, or against the build in another checkout. Prints each row when it
 * is measured.
 */
export async function compareAll(
  engine: 'sqlite' | 'postgres',
  selected: Case[],
  folder: string,
  effort: Effort,
  against?: string,
): Promise<string> {
  const checkouts = against ? [root, resolve(against)] : [root];
  const databases = await (engine === 'postgres' ? postgresDatabases : sqliteDatabases)(folder, checkouts);
  const loadGenerator = startLoadGenerator();
  const sites: MeasuredSite[] = [];
  const rows: string[][] = [];
  try {
    for (const [index, checkout] of checkouts.entries()) sites.push(await open(checkout, databases.locations[index] as Location));
    const [site, other] = sites as [MeasuredSite, MeasuredSite?];
    for (const benchCase of selected) {
      const target = engine === 'postgres' ? benchCase.postgres : benchCase.target;
      const row = toRow(
        summarise(await compare(site, other, loadGenerator, benchCase, effort)),
        benchCase.name,
        against ? undefined : target,
      );
      console.error(row.join('  '));
      rows.push(row);
    }
  } finally {
    await loadGenerator.stop();
    for (const { server } of sites) await server.stop();
    await databases.stop();
  }
  return `${engine}: ${environment()}\n\n${table(head, rows)}`;
}

/** Older builds have the database layer in another folder. */
const openModule = (checkout: string): string =>
  globSync('server/src/{platform/,}db/open.ts', { cwd: checkout }).map((file) => join(checkout, file))[0] ?? '';

/** Inserts sessions with the checkout's own code, because its version decides the schema, and starts its site. */
async function open(checkout: string, location: Location): Promise<MeasuredSite> {
  const { openDb } = await import(openModule(checkout));
  const sessions = await readContent(await openDb(location));
  if (location.databaseUrl) await query(location.databaseUrl, 'vacuum analyze'); // as autovacuum does; a migration alone would give only one site statistics
  const environment = { DATA_DIR: location.dataDir, ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }) };
  const server = await startSite(environment, { checkout });
  return { server, content: { ...(await addFeedPages(server, sessions)), asset: entryScript(checkout) } };
}

/** Returns the path of the browser's first script, whose name is different in each build. */
const entryScript = (checkout: string): string =>
  `/assets/${readdirSync(join(checkout, 'web/build/client/assets')).find((file) => /^entry\.client.*\.js$/.test(file))}`;

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

interface Location {
  dataDir: string;
  databaseUrl?: string;
}

/** A database with the same community for each checkout. */
interface Databases {
  locations: Location[];
  stop(): Promise<void>;
}

/** The last checkout, the older one, creates the community; a newer one upgrades its copy. */
const communityOf = (checkouts: string[]): Promise<typeof import('./community.ts')> =>
  import(join(checkouts.at(-1) as string, 'bench/http/community.ts'));

async function sqliteDatabases(folder: string, checkouts: string[]): Promise<Databases> {
  const { sqliteCommunity, defaultSizes } = await communityOf(checkouts);
  const locations: Location[] = [];
  for (const index of checkouts.keys()) locations.push({ dataDir: await sqliteCommunity(defaultSizes, join(folder, `sqlite-${index}`)) });
  return { locations, stop: async () => locations.forEach(({ dataDir }) => void rmSync(dataDir, { recursive: true })) };
}

/** Starts the tests' PostgreSQL. It does not wait for the disk, which is fine for reads. */
async function postgresDatabases(folder: string, checkouts: string[]): Promise<Databases> {
  const { fillAndClose, defaultSizes } = await communityOf(checkouts);
  const { openDb } = await import(openModule(checkouts.at(-1) as string));
  const { url, remove } = await startPostgres({ autovacuum: true }); // the site fills its search index, and needs current statistics for it
  await fillAndClose(await openDb({ dataDir: folder, databaseUrl: url }), defaultSizes);
  const locations: Location[] = [];
  for (const index of checkouts.keys()) {
    await query(databaseOf(url, 'template1'), `create database bench_${index} template postgres`);
    locations.push({ dataDir: join(folder, `postgres-${index}`), databaseUrl: databaseOf(url, `bench_${index}`) });
  }
  return { locations, stop: remove };
}
