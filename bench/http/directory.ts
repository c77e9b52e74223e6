import { Agent, get } from 'node:http';
import type { Db } from '../../server/src/platform/db/db.ts';
import { openDb } from '../../server/src/platform/db/open.ts';
import { startPostgres } from '../../server/test/postgres.ts';
import { fillAndClose, sqliteCommunity } from './community.ts';
import { type Server, startSite } from './processes.ts';
import { environment, table } from './report.ts';

const concurrency = 16;

/** `facets, changing` goes through 260 combinations of filters. */
const cases: Record<string, (turn: number) => string> = {
  'facets, no filter': () => '/api/profile/facets',
  'facets, frequent status': () => '/api/profile/facets?status=Senior%20Developer',
  'facets, two statuses and a place': () => '/api/profile/facets?status=Developer&status=Manager&place=Germany',
  'facets, skill and open to': () => '/api/profile/facets?skill=js&open=work',
  'facets, changing': (turn) =>
    `/api/profile/facets?status=${statuses[turn % statuses.length]}&skill=${skills[turn % skills.length]}&q=${letters[turn % 26]}`,
  'list, filtered by skill': () => '/api/profile?skill=Rust&embed=',
  'list, two filters, by name': () => '/api/profile?status=Manager&place=Japan&sort=name&embed=',
};
const statuses = ['Developer', 'Manager', 'Intern', 'Other'];
const skills = ['Rust', 'js', 'postgres', 'Docker', 'Zig'];
const letters = 'abcdefghijklmnopqrstuvwxyz';

const seconds = 10;

/** Measures response times of the directory's filters, with 16 concurrent requests for ten seconds each. */
export async function directory(members: number, isPostgres: boolean): Promise<string> {
  const { site, close } = await open(members, isPostgres);
  await request(site, '/api/profile/facets', new Agent()); // starts the process that counts
  const rows: string[][] = [];
  for (const [name, pathOf] of Object.entries(cases)) rows.push([name, `${members}`, ...(await measure(site, pathOf))]);
  await close();
  return `${environment()}\n\n${table(['case', 'members', 'requests/s', 'p50 ms', 'p99 ms', 'max ms'], rows)}`;
}

async function open(members: number, isPostgres: boolean): Promise<{ site: Server; close: () => Promise<void> }> {
  const sizes = { members, posts: 0 };
  if (!isPostgres) {
    const site = await startSite({ DATA_DIR: await sqliteCommunity(sizes) });
    return { site, close: site.stop };
  }
  const { url, remove } = await startPostgres();
  const db: Db = await openDb({ databaseUrl: url, dataDir: '' });
  await fillAndClose(db, sizes);
  const site = await startSite({ DATABASE_URL: url });
  return {
    site,
    async close() {
      await site.stop();
      await remove();
    },
  };
}

async function measure(site: Server, pathOf: (turn: number) => string): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const times: number[] = [];
  let turn = 0;
  const end = performance.now() + seconds * 1000;
  const client = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      await request(site, pathOf(turn++), agent);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
  return [(times.length / seconds).toFixed(0), at(0.5), at(0.99), at(1)];
}

function request({ port }: Server, path: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
      response.resume().on('end', resolve);
    }).on('error', reject);
  });
}
