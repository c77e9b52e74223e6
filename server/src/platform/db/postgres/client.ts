import pg from 'pg';
import { rejectedStatement, toError } from '../faults/fault.ts';
import { postgresFault } from '../faults/postgres.ts';
import { chooseServer } from './servers.ts';

/** Reads bigint as a number. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

/** Sends a query; throws a DatabaseUnavailable or DatabaseUnusable with the remedy if it fails. */
export type Send = (query: string | pg.QueryConfig | pg.QueryArrayConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/** Runs `work` with one connection, which pg_stat_activity lists as `application`. */
export async function connected<T>(
  url: string,
  application: string,
  work: (send: Send, connection: { client: pg.Client; config: pg.ClientConfig }) => Promise<T>,
): Promise<T> {
  const config = await chooseServer(url, { writable: false });
  const client = new pg.Client({ ...config, types, application_name: application });
  client.on('error', () => {}); // the pending query rejects with the same error
  const unusable = (error: Error): never => {
    throw toError('The PostgreSQL database', postgresFault(error) ?? rejectedStatement, error);
  };
  try {
    await client.connect().catch(unusable);
    return await work((query, values) => client.query(query as pg.QueryConfig, values).catch(unusable), { client, config });
  } finally {
    await client.end(); // rolls back an open transaction
  }
}
