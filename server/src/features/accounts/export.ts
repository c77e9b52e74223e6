import type { Context } from '../../platform/context.ts';
import { exportValue, toInstant } from '../../platform/export.ts';
import type { Member } from '../../platform/member.ts';
import { toAccount } from './auth.ts';
import { listAddresses, listDevices } from './known-callers.ts';
import { listSessions } from './sessions.ts';

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** A member started to download all their data. */
    'user.dataExported': { userId: string };
  }
}

/** Publishes that a download starts. */
export const noteExport = ({ db, events }: Context, { id }: Member): Promise<void> =>
  db.transaction((tx) => events.publish(tx, 'user.dataExported', { userId: id }));

/** Yields all data of the member as pieces of one JSON document (AccountData): what each feature exports. Throws expected failures before the first piece. */
export async function* readAccountData(context: Context, member: Member, timeSlice: () => Promise<void>): AsyncGenerator<string> {
  yield `{"exported":${JSON.stringify(new Date().toISOString())}`;
  for (const { exports = [] } of context.features)
    for (const part of exports) {
      let separator = ',';
      for await (const piece of part(context, member, timeSlice)) {
        yield separator + piece;
        separator = '';
      }
    }
  yield '}';
}

/** What accounts export. */
export const exports = [
  exportValue('account', async (_context, member) => toAccount(member)),
  exportValue('sessions', ({ db }, member) => listSessions(db, member)),
  exportValue('knownAddresses', async ({ db }, member) =>
    (await listAddresses(db, member)).map(({ address, used_at }) => ({ pseudonym: address, lastUsed: toInstant(used_at) })),
  ),
  exportValue('knownDevices', async ({ db }, member) =>
    (await listDevices(db, member)).map(({ pseudonym, used_at }) => ({ pseudonym, lastUsed: toInstant(used_at) })),
  ),
];
