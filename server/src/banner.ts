import { resolve } from 'node:path';
import { shownAddress } from './db/address.ts';
import type { Settings } from './settings.ts';
import { version } from './version.ts';

/** What a person sees once the site runs: where it is, which it is, and where its data are. No secret of DATABASE_URL. */
export function banner(address: string, { dataDir, databaseUrl }: Settings): string {
  const site = address.replace(/\/\/(127\.0\.0\.1|0\.0\.0\.0|\[::\])/, '//localhost');
  const data = databaseUrl ? shownAddress(databaseUrl) : `SQLite, ${resolve(dataDir)}`;
  return `Dev Connector is at ${site}\n  version  ${version}, Node ${process.versions.node}\n  data     ${data}`;
}
