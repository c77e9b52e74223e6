import { DatabaseUnavailable, DatabaseUnusable } from '../../platform/db/db.ts';
import { checkChannel, pollingMessage } from '../../platform/db/postgres/channel.ts';
import type { Settings } from '../../platform/settings.ts';
import { type Finding, findings } from './finding.ts';

/** Checks whether processes that share a PostgreSQL database hear each other's notifications of live updates. */
export async function checkLive({
  databaseUrl,
  databaseConnections,
}: Pick<Settings, 'databaseUrl' | 'databaseConnections'>): Promise<Finding[]> {
  if (!databaseUrl) return [];
  try {
    const reason = await checkChannel(databaseUrl, databaseConnections);
    if (reason) return [{ check: 'live', state: 'note', message: pollingMessage(reason) }];
    return findings('live', [], 'processes notify each other of live updates');
  } catch (error) {
    if (error instanceof DatabaseUnusable || error instanceof DatabaseUnavailable) return []; // checkDatabase reports it
    throw error;
  }
}
