import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { migratedDatabase, query, startPostgres } from '../../../server/test/postgres.ts';
import { caller } from '../../calls.ts';
import { databaseOf, databaseSettings, freePort, type RunningSite, startSite } from '../../site.ts';
import { type Cleanup, command, type OperatorFault, writer } from './fault.ts';
import { fill, smallDisk } from './mounts.ts';

/** Starts a separate PostgreSQL server, and returns it with the settings of a site on it. */
async function server(cleanup: Cleanup, dataFolder?: string) {
  const postgres = await startPostgres({ safe: true, ...(dataFolder && { dataFolder }) });
  cleanup(postgres.remove);
  const { DATA_DIR } = await databaseSettings('sqlite', cleanup);
  return { postgres, settings: { DATA_DIR, DATABASE_URL: postgres.url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } };
}

/** Returns the first logged message that mentions PostgreSQL. */
function logged(site: RunningSite): string {
  const messages = [...site.errors(), ...site.warnings()].map((line) => {
    const { msg, err } = JSON.parse(line);
    return `${err?.message ?? msg}`;
  });
  return messages.find((message) => message.includes('PostgreSQL')) ?? '';
}

/** Milliseconds in which a site must notice that its database is gone or back. */
const patience = 60_000;

/** Waits for a status of /readyz. */
async function untilReady({ url }: Pick<RunningSite, 'url'>, status: number): Promise<void> {
  const call = caller(url, 1);
  try {
    let found = 0;
    for (const end = performance.now() + patience; performance.now() < end; ) {
      found = await call('GET', '/readyz').then(
        (ready) => ready.status,
        () => 0, // it does not listen yet
      );
      if (found === status) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`/readyz answers ${found}, not ${status}, after ${patience / 1000} s`);
  } finally {
    call.close();
  }
}

/** Faults of PostgreSQL and its server. */
export const postgresFaults: OperatorFault[] = [
  {
    name: 'PostgreSQL: the server stops while the site runs',
    async run(report, cleanup) {
      const { postgres, settings } = await server(cleanup);
      const site = await startSite(settings);
      cleanup(() => site.kill());
      const { write, compare, call } = await writer(settings, site.url, cleanup);
      report.check((await write('before')) === 200, 'a write before the fault failed');
      await postgres.end('SIGQUIT');
      report.check((await write('during')) === 503, 'a write without a server was not refused');
      await untilReady(site, 503);
      report.check((await call('GET', '/healthz')).status === 200, '/healthz failed');
      await postgres.start();
      await untilReady(site, 200);
      report.check((await write('after')) === 200, 'a write after the server came back failed');
      await compare(report, 'after the server came back');
      return { reads: logged(site), data: 'requests get 503, none is acknowledged', comesBack: 'at once' };
    },
  },
  {
    name: 'PostgreSQL: the disk of the server is full',
    mounts: true,
    async run(report, cleanup) {
      const disk = smallDisk(400, cleanup);
      chmodSync(disk, 0o755); // PostgreSQL runs as another user
      const { settings } = await server(cleanup, join(disk, 'data'));
      const site = await startSite(settings);
      cleanup(() => site.kill());
      const { write, compare } = await writer(settings, site.url, cleanup);
      report.check((await write('before')) === 200, 'a write before the fault failed');
      const filled = fill(disk);
      let status = 200;
      for (let times = 0; times < 500 && status === 200; times++) status = await write(`during ${times}`, 40_000); // pages that exist are used first
      report.check(status === 503, `a write on a full disk got ${status}`);
      filled.empty();
      await untilReady(site, 200); // a server whose log of transactions does not fit restarts
      report.check((await write('after')) === 200, 'a write after space was freed failed');
      await compare(report, 'after space was freed');
      return { reads: logged(site), data: 'writes get 503, none is acknowledged', comesBack: 'at once when there is space' };
    },
  },
  {
    name: 'PostgreSQL: the server starts after the site',
    async run(report, cleanup) {
      const { postgres, settings } = await server(cleanup);
      await (await databaseOf(settings)).close();
      await postgres.end('SIGINT');
      const port = await freePort();
      const starting = startSite({ ...settings, PORT: String(port) });
      starting.catch(() => {}); // awaited below
      cleanup(() =>
        starting.then(
          (site) => site.kill(),
          () => {},
        ),
      );
      const url = `http://127.0.0.1:${port}`;
      await untilReady({ url }, 503);
      const call = caller(url, 1);
      report.check((await call('GET', '/healthz')).status === 200, '/healthz failed');
      call.close();
      await postgres.start();
      const site = await starting;
      const { write } = await writer(settings, site.url, cleanup);
      report.check((await write('after')) === 200, 'a write after the server started failed');
      return { reads: logged(site), data: 'unchanged; /healthz answers 200', comesBack: 'at once' };
    },
  },
  {
    name: 'PostgreSQL: DATABASE_URL leads to the database of another site',
    async run(report, cleanup) {
      const { postgres, settings } = await server(cleanup);
      await (await startSite(settings)).stop();
      await query(postgres.url, `create database ${migratedDatabase}`);
      const other = { DATABASE_URL: postgres.url.replace('/postgres?', `/${migratedDatabase}?`), RATE_LIMITS: 'off' };
      await (await startSite({ ...(await databaseSettings('sqlite', cleanup)), ...other })).stop();
      const state = async () =>
        JSON.stringify(
          (await query(other.DATABASE_URL, 'select max(version), (select id from database_identity) from schema_version')).rows,
        );
      const before = await state();
      const started = await command(['start'], { ...settings, ...other });
      report.check(started.code === 1 && /is another database.*dev-connector adopt/.test(started.text), `start: ${started.text}`);
      report.check((await state()) === before, 'the refused database was changed');
      await (await startSite(settings)).stop();
      return { reads: started.text, data: 'both databases are unchanged', comesBack: 'the next start with the right DATABASE_URL' };
    },
  },
  {
    name: 'PostgreSQL: DATABASE_URL leads to an empty database',
    async run(report, cleanup) {
      const { postgres, settings } = await server(cleanup);
      await (await startSite(settings)).stop();
      await query(postgres.url, `create database ${migratedDatabase}`);
      const other = postgres.url.replace('/postgres?', `/${migratedDatabase}?`);
      const started = await command(['start'], { ...settings, DATABASE_URL: other });
      report.check(started.code === 1 && started.text.includes('dev-connector adopt'), `start: ${started.text}`);
      const { rows } = await query(other, 'select count(*)::int as tables from pg_tables where schemaname = current_schema()');
      report.check(rows[0].tables === 0, 'a refused database was changed');
      await (await startSite(settings)).stop();
      return { reads: started.text, data: 'both databases are unchanged', comesBack: 'the next start with the right DATABASE_URL' };
    },
  },
  {
    name: 'PostgreSQL: the role may not read a table',
    async run(report, cleanup) {
      const { postgres, settings } = await server(cleanup);
      await (await databaseOf(settings)).close();
      await query(postgres.url, 'create role site login; grant usage on schema public to site; grant select on schema_version to site');
      const restricted = { ...settings, DATABASE_URL: postgres.url.replace('user=postgres', 'user=site') };
      const started = await command(['start'], restricted);
      const grants = /grant .+;$/.exec(started.text)?.[0] ?? '';
      report.check(started.code === 1 && grants !== '', `start: ${started.text}`);
      const doctor = await command(['doctor', '--offline'], restricted);
      report.check(doctor.text.includes(grants), `doctor: ${doctor.text}`);
      await query(postgres.url, grants);
      await (await startSite(restricted)).stop();
      return { reads: started.text, data: 'unchanged', comesBack: 'the next start after the GRANT that the message names' };
    },
  },
];
