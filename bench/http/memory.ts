import { setTimeout } from 'node:timers/promises';
import { openDb } from '../../server/src/db/open.ts';
import { cases, toBytes } from './cases.ts';
import { readContent, sqliteCommunity, usual } from './community.ts';
import { residentMegabytes, startClient, startSite } from './processes.ts';
import { circumstances, table } from './report.ts';

/** Seconds of each kind of traffic in turn, and between two looks at the memory. */
const turn = 2;
const look = 10;
/** Of a long run that many looks are in the table, at even distances. */
const shown = 30;

/** All reads and writes in turn, sign-in aside, for some minutes and a share of their time; what the process holds must level off. */
export async function memory(folder: string, { minutes, share }: { minutes: number; share: number }): Promise<string> {
  const dataDir = await sqliteCommunity(usual, `${folder}/memory`);
  const content = await readContent(await openDb({ dataDir }));
  const traffic = cases
    .filter(({ name }) => name !== 'sign-in')
    .map((one) => ({ requests: one.requests(content).map(toBytes), connections: one.connections ?? 32, first: 0 }));
  const site = await startSite({ DATA_DIR: dataDir });
  const client = startClient();
  const rows: string[][] = [['0', '0', residentMegabytes(site.pid).toFixed(0)]];
  let answered = 0;
  try {
    for (let second = turn; second <= minutes * 60; second += turn) {
      const kind = traffic[(second / turn) % traffic.length] as (typeof traffic)[number];
      const { requests } = await client.ask({ ...kind, port: site.port, milliseconds: turn * 1000 * share });
      kind.first = (kind.first + requests) % kind.requests.length; // a post that is liked already is not liked again
      answered += requests;
      await setTimeout(turn * 1000 * (1 - share));
      if (second % look !== 0) continue;
      rows.push([String(second), String(answered), residentMegabytes(site.pid).toFixed(0)]);
      console.error((rows.at(-1) as string[]).join('  '));
    }
  } finally {
    await client.stop();
    await site.stop();
  }
  const every = Math.ceil(rows.length / shown);
  const some = rows.filter((_, index) => index % every === 0 || index === rows.length - 1);
  return `${circumstances()}\n\n${table(['seconds', 'requests answered', 'MB held'], some)}`;
}
