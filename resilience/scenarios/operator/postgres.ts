import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { migratedDatabase, query, startPostgres } from '../../../server/test/postgres.ts';
import { caller } from '../../calls.ts';
import { databaseOf, databaseSettings, freePort, type RunningSite, startSite } from '../../site.ts';
import { type Cleanup, command, type OperatorFault, writer } from './fault.ts';
import { fill, smallDisk } from './mounts.ts';

/** A PostgreSQL server of its own, which the fault may stop, and the settings of a site on it. */
async function server(cleanup: Cleanup, dataFolder?: string) {
  const postgres = await startPostgres({ safe: true, ...(dataFolder && { dataFolder }) });
  cleanup(postgres.remove);
  const { DATA_DIR } = await databaseSettings('sqlite', cleanup);
  return { postgres, settings: { DATA_DIR, DATABASE_URL: postgres.url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } };
}

/** What the site has logged of the database, first. */
function logged(site: RunningSite): string {
  const messages = [...site.errors(), ...site.warnings()].map((line) => {
    const { msg, err } = JSON.parse(line);
    return `${err?.message ?? msg}`;
  });
  return messages.find((message) => message.includes('PostgreSQL')) ?? '';
}

/** Waits for a status of /readyz. */
async function untilReady({ url }: Pick<RunningSite, 'url'>, status: number): Promise<void> {
  const call = caller(url, 1);
  try {
    for (;;) {
      const ready = await call('GET', '/readyz').catch(() => ({ status: 0 })); // it does not listen yet
      if (ready.status === status) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
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
      cleanup(async () => (await starting).kill());
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
      const started = await command(['start'], { ...settings, DATABASE_URL: postgres.url.replace('user=postgres', 'user=site') });
      const grant = /grant [^;"]+/.exec(started.text)?.[0] ?? '';
      report.check(started.code === 1 && grant !== '', `start: ${started.text}`);
      const doctor = await command(['doctor', '--offline'], {
        ...settings,
        DATABASE_URL: postgres.url.replace('user=postgres', 'user=site'),
      });
      report.check(doctor.text.includes(grant), `doctor: ${doctor.text}`);
      return { reads: started.text, data: 'unchanged', comesBack: 'the next start after the GRANT that the message names' };
    },
  },
];
