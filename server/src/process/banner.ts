import { resolve } from 'node:path';
import { shownAddress } from '../db/address.ts';
import type { Settings } from '../settings.ts';
import { version } from '../version.ts';

/**
 * What a person sees once the site runs: where it is, which it is, and where its data are; and whether another process has the same file open, which is safe but seldom
 * meant. No secret of DATABASE_URL.
 */
export function banner(address: string, { dataDir, databaseUrl }: Settings, shared: boolean): string {
  const site = address.replace(/\/\/(127\.0\.0\.1|0\.0\.0\.0|\[::\])/, '//localhost');
  const data = databaseUrl ? shownAddress(databaseUrl) : `SQLite, ${resolve(dataDir)}`;
  const sharing = shared
    ? '\n  shared   another process has this database open; all see the same, and one that writes keeps the others waiting'
    : '';
  return `Dev Connector is at ${site}\n  version  ${version}, Node ${process.versions.node}\n  data     ${data}${sharing}`;
}
