import pg from 'pg';
import { DatabaseUnusable } from '../db.ts';

const lostCodes = ['26000', '42P05'];

/** Whether a pooler is in front of the server: the process differs from that in the protocol. */
async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return (client as { processID?: number }).processID !== rows[0].pid;
}

/**
 * Returns whether a pooler is in front of the server. Throws a DatabaseUnusable if it runs the statements of a client on changing
 * connections, and forgets which of them have its prepared statements. `client` is connected and outside a transaction.
 */
export async function findPooler(client: pg.ClientBase, config: pg.ClientConfig): Promise<boolean> {
  if (!(await isPooled(client))) return false;
  const other = new pg.Client(config);
  other.on('error', () => {}); // the pending query rejects with it
  try {
    await other.connect();
    // Both prepare a statement of the same name, which fails on a shared connection; each then runs its own again, which fails on the connection of the other.
    for (let round = 0; round < 3; round++)
      for (const each of [client, other]) await each.query({ name: 'dev_connector_probe', text: 'select 1' });
    return true;
  } catch (error) {
    if (!lostCodes.includes((error as { code?: string }).code ?? '')) throw error;
    throw new DatabaseUnusable(
      `The pooler in front of PostgreSQL loses prepared statements (${(error as Error).message}). Use PgBouncer 1.21 or newer with max_prepared_statements = 200, use pool_mode = session, or connect to PostgreSQL's own port.`,
      { cause: error },
    );
  } finally {
    await other.end().catch(() => {});
  }
}
