import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Channel } from '../changes.ts';

/** Each database has channels of its own. */
const name = 'dev_connector_changes';

/** Milliseconds after which a failed connection is opened again. */
const retryInterval = 10_000;

/** Notifies with a connection of the pool, and listens on a connection of its own. A pooler forwards no notifications: the caller polls. */
export function openChannel(config: pg.ClientConfig, send: (query: pg.QueryConfig) => Promise<unknown>): Channel {
  const self = randomUUID();
  return {
    notify: () => send({ name: 'announce', text: 'select pg_notify($1, $2)', values: [name, self] }),
    listen(listener) {
      let client: pg.Client | undefined;
      let timer: NodeJS.Timeout | undefined;
      let isActive = false;
      let isEnded = false;

      async function connect(): Promise<void> {
        const attempt = new pg.Client(config);
        client = attempt;
        const lose = () => {
          if (client !== attempt) return;
          client = undefined;
          isActive = false;
          attempt.end().catch(() => {});
          if (!isEnded) timer = setTimeout(connect, retryInterval).unref();
        };
        attempt.on('error', lose).on('end', lose);
        attempt.on('notification', ({ payload }) => {
          if (payload !== self) listener();
        });
        try {
          await attempt.connect();
          if (await isPooled(attempt)) return lose();
          await attempt.query(`listen ${name}`);
          isActive = client === attempt;
          listener(); // for what was announced before
        } catch {
          lose();
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

/** Whether a pooler is in front of the server: the process differs from that in the protocol. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return (client as { processID?: number }).processID !== rows[0].pid;
}
