import { resolve } from 'node:path';
import { redactUrl } from '../db/redact-url.ts';
import type { Settings } from '../settings.ts';
import { version } from '../version.ts';

/**
 * Formats the start message: address, version and database (without the secrets of DATABASE_URL). Also reports that another process has the same SQLite file
 * open, which is safe but rarely intended.
 */
export function banner(address: string, { dataDir, databaseUrl }: Settings, shared: boolean): string {
  const site = address.replace(/\/\/(127\.0\.0\.1|0\.0\.0\.0|\[::\])/, '//localhost');
  const data = databaseUrl ? redactUrl(databaseUrl) : `SQLite, ${resolve(dataDir)}`;
  const sharing = shared
    ? '\n  shared   another process has this database open; both use the same data, and writes wait for each other'
    : '';
  return `Dev Connector is at ${site}\n  version  ${version}, Node ${process.versions.node}\n  data     ${data}${sharing}`;
}
