import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { type Channel, pollInterval } from '../changes.ts';
import { connected } from './client.ts';
import { sharesOf } from './pool.ts';
import { findPooler } from './pooler.ts';

/** Each database has channels of its own. */
const name = 'dev_connector_changes';

/** Milliseconds in which the check of a channel waits for its own notification. */
const checkTimeout = 5_000;

/** Milliseconds after which a failed connection is opened again. */
const retryInterval = 10_000;

interface ChannelOptions {
  /** Why this process cannot listen, as a clause: it polls. */
  pollingReason?: string | undefined;
  /** Called with a sentence once for each time in which the connection that listens cannot be opened. */
  warn?: ((sentence: string) => void) | undefined;
}

/** Why a process does not hear the notifications of others, as a clause; undefined if it can. */
export function reasonToPoll({ isPooled, listens }: { isPooled: boolean; listens: boolean }): string | undefined {
  if (isPooled) return 'the pooler in front of PostgreSQL forwards no notifications';
  return listens ? undefined : 'DATABASE_CONNECTIONS leaves no connection that listens for them';
}

/** What an admin should know about a process that polls. */
export const pollingMessage = (reason: string): string =>
  `Each process looks for live updates of the others every ${pollInterval} ms, because ${reason}.`;

/** Sends notifications through the pool. Unless `pollingReason` is set, listens on a dedicated connection. */
export function openChannel(
  config: pg.ClientConfig,
  send: (query: pg.QueryConfig) => Promise<unknown>,
  { pollingReason, warn }: ChannelOptions = {},
): Channel {
  const self = randomUUID();
  const notify = () => send({ name: 'announce', text: 'select pg_notify($1, $2)', values: [name, self] });
  if (pollingReason) return { notify };
  return {
    notify,
    listen(listener) {
      let client: pg.Client | undefined;
      let timer: NodeJS.Timeout | undefined;
      let isActive = false;
      let isEnded = false;
      let isWarned = false;

      async function connect(): Promise<void> {
        const attempt = new pg.Client(config);
        client = attempt;
        const lose = (error?: Error) => {
          if (client !== attempt) return;
          client = undefined;
          isActive = false;
          attempt.end().catch(() => {});
          if (isEnded) return;
          timer = setTimeout(connect, retryInterval).unref();
          if (!isWarned) warn?.(pollingMessage(`the connection that listens for them failed: ${error?.message ?? 'it was closed'}`));
          isWarned = true;
        };
        attempt.on('error', lose).on('end', () => lose());
        attempt.on('notification', ({ payload }) => {
          if (payload !== self) listener();
        });
        try {
          await attempt.connect();
          await attempt.query(`listen ${name}`);
          isActive = client === attempt;
          isWarned &&= !isActive;
          listener(); // for what was announced before
        } catch (error) {
          lose(error as Error);
        }
      }
      void connect();
      return {
        isActive: () => isActive,
        async end() {
          isEnded = true;
          clearTimeout(timer);
          await client?.end().catch(() => {});
        },
      };
    },
  };
}

/** Notifies itself. Returns why a process with this number of connections would not hear the notifications of others, as a clause. */
export const checkChannel = (url: string, connections: number): Promise<string | undefined> =>
  connected(url, 'dev-connector doctor', async (_send, { client, config }) => {
    const pollingReason = reasonToPoll({ isPooled: await findPooler(client, config), listens: sharesOf(connections).listens });
    if (pollingReason) return pollingReason;
    const own = `${name}_check_${randomUUID().replaceAll('-', '')}`;
    try {
      const heard = once(client, 'notification', { signal: AbortSignal.timeout(checkTimeout) });
      await Promise.all([heard, client.query(`listen ${own}; notify ${own}`)]);
      return undefined;
    } catch (error) {
      return `the server delivers no notifications: ${(error as Error).message}`;
    }
  });
