import { defaultSizes, sqliteCommunity } from './community.ts';
import { median } from './compare.ts';
import { residentMegabytes, startSite } from './processes.ts';
import { environment } from './report.ts';

const starts = 7;

/** Measures the time from process start to ready, on an existing database, and the memory at rest. */
export async function start(folder: string): Promise<string> {
  const dataDir = await sqliteCommunity(defaultSizes, `${folder}/start`);
  const results: Array<{ ready: number; cpuTime: number; resident: number }> = [];
  // The first start fills the compile cache and the search index for the others.
  for (let round = 0; round <= starts; round++) {
    const site = await startSite({ DATA_DIR: dataDir });
    if (round > 0) results.push({ ready: site.milliseconds, cpuTime: site.cpuTime, resident: residentMegabytes(site.pid) });
    await site.stop();
  }
  const medianOf = (figure: 'ready' | 'cpuTime' | 'resident') => median(results.map((one) => one[figure])).toFixed(0);
  const fastest = Math.min(...results.map(({ ready }) => ready)).toFixed(0);
  return `${environment()}\n\nReady after ${medianOf('ready')} ms (minimum of ${starts} starts: ${fastest} ms) with ${medianOf('cpuTime')} ms of processor time; ${medianOf('resident')} MB at rest.`;
}
