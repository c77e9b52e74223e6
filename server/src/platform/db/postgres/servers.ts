import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { DatabaseUnavailable, DatabaseUnusable } from '../db.ts';
import { rejectedStatement, toError } from '../faults/fault.ts';
import { postgresFault } from '../faults/postgres.ts';
import { type PostgresAddress, parsePostgresUrl } from './address.ts';

const connectTimeout = 5000; // ms

/** Returns the configurations to try, in order: one for each host, and for `prefer` and `allow` with and without TLS. */
export function candidatesOf(url: string): pg.ClientConfig[] {
  const address = parse(url);
  const { user, password, database, hosts, parameters } = address;
  const { application_name, fallback_application_name, options, connect_timeout: seconds } = parameters;
  const application = application_name ?? fallback_application_name;
  const common: pg.ClientConfig = {
    connectionTimeoutMillis: Number(seconds) > 0 ? Number(seconds) * 1000 : connectTimeout,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    ...(application !== undefined && { application_name: application }),
    ...(options !== undefined && { options }),
    ...(parameters.keepalives !== '0' && { keepAlive: true }),
    ...(parameters.channel_binding === 'require' && { enableChannelBinding: true }),
  };
  const servers = hosts.length > 0 ? hosts.map(({ host, port }) => ({ host, ...(port && { port }) })) : [{}];
  return servers.flatMap((server) => tlsVariants(address, server).map((tls) => ({ ...common, ...server, ...tls })));
}

function parse(url: string): PostgresAddress {
  try {
    return parsePostgresUrl(url);
  } catch (error) {
    throw new DatabaseUnusable(`The address of the PostgreSQL database ${(error as Error).message}.`);
  }
}

type Tls = Pick<pg.ClientConfig, 'ssl'>;

/** Like libpq, except that the default is that of pg: no TLS, or `verify-full` with a certificate. */
function tlsVariants({ parameters }: PostgresAddress, { host }: { host?: string }): Tls[] {
  const { sslmode, sslrootcert, sslcert, sslkey } = parameters;
  if (host?.startsWith('/') || sslmode === 'disable') return [{ ssl: false }]; // libpq uses no TLS on sockets either
  if (sslmode === undefined && !sslrootcert && !sslcert) return [{}]; // PGSSLMODE
  const keys: ConnectionOptions = {
    ...(sslrootcert && sslrootcert !== 'system' && { ca: readKey('sslrootcert', sslrootcert) }),
    ...(sslcert && { cert: readKey('sslcert', sslcert) }),
    ...(sslkey && { key: readKey('sslkey', sslkey) }),
  };
  const unverified: Tls = { ssl: { ...keys, rejectUnauthorized: false } };
  const verifiedCa: Tls = { ssl: { ...keys, checkServerIdentity: () => undefined } };
  const encrypted = sslrootcert ? verifiedCa : unverified;
  const verified: Tls = { ssl: keys };
  if (sslrootcert === 'system') return [verified];
  const variants: Record<string, Tls[]> = {
    allow: [{ ssl: false }, encrypted],
    prefer: [encrypted, { ssl: false }],
    require: [encrypted],
    'no-verify': [unverified],
    'verify-ca': [verifiedCa],
    'verify-full': [verified],
  };
  return variants[sslmode ?? 'verify-full'] ?? [verified];
}

function readKey(parameter: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new DatabaseUnusable(
      `The file of ${parameter} in the address of the PostgreSQL database cannot be read: ${(error as Error).message}.`,
    );
  }
}

/**
 * Returns the first configuration, of several, that connects to a primary; without `writable`, the first that connects to a standby if none does. Throws the reason if there is none. A single one is returned
 * without an attempt.
 */
export async function chooseServer(url: string, { writable }: { writable: boolean }): Promise<pg.ClientConfig> {
  const candidates = candidatesOf(url);
  const [only] = candidates;
  if (only && candidates.length === 1) return only;
  const failures: Error[] = [];
  let readable: pg.ClientConfig | undefined;
  for (const config of candidates) {
    const client = new pg.Client(config);
    client.on('error', () => {}); // connect rejects with it
    try {
      await client.connect();
      const { standby } = (await client.query('select pg_is_in_recovery() as standby')).rows[0];
      if (!standby) return config;
      if (!writable) readable ??= config;
      else failures.push(new DatabaseUnavailable('All reachable PostgreSQL servers of DATABASE_URL are read-only standbys: promote one.'));
    } catch (error) {
      const fault = postgresFault(error) ?? rejectedStatement;
      failures.push(toError('The PostgreSQL database', fault, error));
    } finally {
      await client.end().catch(() => {});
    }
  }
  if (readable) return readable;
  // One that passes is worth waiting for. A server without TLS says less than the attempt without it.
  throw (
    failures.find((error) => error instanceof DatabaseUnavailable) ??
    failures.find(({ message }) => !/does not support SSL/.test(message)) ??
    failures[0]
  );
}
