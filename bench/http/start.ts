import { setTimeout } from 'node:timers/promises';
import { sqliteCommunity, usual } from './community.ts';
import { median } from './compare.ts';
import { processorTime, residentMegabytes, startSite } from './processes.ts';
import { circumstances } from './report.ts';

const times = 7;

/** From the start of the process to its being ready, on a database that is there; and what it then holds. */
export async function start(folder: string): Promise<string> {
  const dataDir = await sqliteCommunity(usual, `${folder}/start`);
  const found: Array<{ ready: number; ran: number; held: number }> = [];
  // The first start keeps what it compiles for those after it.
  for (let time = 0; time <= times; time++) {
    const site = await startSite({ DATA_DIR: dataDir });
    const ran = processorTime(site.pid);
    await setTimeout(1000);
    if (time > 0) found.push({ ready: site.milliseconds, ran, held: residentMegabytes(site.pid) });
    await site.stop();
  }
  const of = (figure: 'ready' | 'ran' | 'held') => median(found.map((one) => one[figure])).toFixed(0);
  const quickest = Math.min(...found.map(({ ready }) => ready)).toFixed(0);
  return `${circumstances()}\n\nReady after ${of('ready')} ms (the quickest of ${times} starts ${quickest} ms), of which the processor ran ${of('ran')} ms; ${of('held')} MB at rest.`;
}
