import { setTimeout } from 'node:timers/promises';
import { openDb } from '../../server/src/platform/db/open.ts';
import { cases, toBytes } from './cases.ts';
import { addFeedPages, defaultSizes, readContent, sqliteCommunity } from './community.ts';
import { residentMegabytes, startLoadGenerator, startSite } from './processes.ts';
import { environment, table } from './report.ts';

/** Seconds per kind of traffic, and seconds between samples of the memory. */
const slotSeconds = 2;
const sampleSeconds = 10;
/** Maximum number of samples in the table. */
const maxRows = 30;

/** Runs all cases but sign-in in turn, for `minutes` with traffic in `share` of the time, and samples the memory, which must level off. */
export async function memory(folder: string, { minutes, share }: { minutes: number; share: number }): Promise<string> {
  const dataDir = await sqliteCommunity(defaultSizes, `${folder}/memory`);
  const sessions = await readContent(await openDb({ dataDir }));
  const site = await startSite({ DATA_DIR: dataDir });
  const content = await addFeedPages(site, sessions);
  const traffic = cases
    .filter(({ name }) => name !== 'sign-in')
    .map((one) => ({ requests: one.requests(content).map(toBytes), connections: one.connections ?? 32, first: 0 }));
  const loadGenerator = startLoadGenerator();
  const rows: string[][] = [['0', '0', residentMegabytes(site.pid).toFixed(0)]];
  let requestCount = 0;
  try {
    for (let second = slotSeconds; second <= minutes * 60; second += slotSeconds) {
      const kind = traffic[(second / slotSeconds) % traffic.length] as (typeof traffic)[number];
      const { requests } = await loadGenerator.run({ ...kind, port: site.port, milliseconds: slotSeconds * 1000 * share });
      kind.first = (kind.first + requests) % kind.requests.length; // continue, because repeated likes change nothing
      requestCount += requests;
      await setTimeout(slotSeconds * 1000 * (1 - share));
      if (second % sampleSeconds !== 0) continue;
      rows.push([String(second), String(requestCount), residentMegabytes(site.pid).toFixed(0)]);
      console.error((rows.at(-1) as string[]).join('  '));
    }
  } finally {
    await loadGenerator.stop();
    await site.stop();
  }
  const every = Math.ceil(rows.length / maxRows);
  const sampled = rows.filter((_, index) => index % every === 0 || index === rows.length - 1);
  return `${environment()}\n\n${table(['seconds', 'requests', 'MB resident'], sampled)}`;
}
