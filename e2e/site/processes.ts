import { createDatabase, type Engine, startSite } from '../../resilience/site.ts';

/** Processes of one site. */
export interface Processes {
  urls: string[];
  /** Returns the number of open streams of live updates of each process. */
  countStreams(): Promise<number[]>;
  stop(): Promise<void>;
}

const token = 'metrics-of-the-tests';

/** Starts processes that share an empty database. */
export async function startProcesses(engine: Engine, count: number): Promise<Processes> {
  const cleanups: Array<() => unknown> = [];
  const stop = async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
  };
  try {
    const database = await createDatabase(engine, (task) => cleanups.unshift(task));
    const settings = { ...database, RATE_LIMITS: 'off', METRICS_TOKEN: token };
    const start = async () => {
      const { url, kill } = await startSite(settings);
      cleanups.unshift(kill);
      return url;
    };
    const urls = await Promise.all(Array.from({ length: count }, start));
    return { urls, countStreams: () => Promise.all(urls.map(countStreams)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function countStreams(url: string): Promise<number> {
  const reply = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return Number(/^dev_connector_event_streams (\d+)$/m.exec(await reply.text())?.[1]);
}
