import type { SiteIdentity } from '@dev-connector/contract';
import type { Logo } from '../src/features/site/logo.ts';
import { changeStored } from '../src/features/site/store.ts';
import { openDb } from '../src/platform/db/open.ts';
import type { Settings } from '../src/platform/settings.ts';
import { createDatabase, openSite, type Site } from './site.ts';

/** A PNG image of one pixel. */
export const pixel: Logo = {
  type: 'image/png',
  bytes: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
};

/** Opens a site whose admin has set an identity before it starts. */
export async function openSiteWithIdentity(
  identity: SiteIdentity,
  { logo, ...settings }: Partial<Settings> & { logo?: Logo } = {},
): Promise<Site> {
  const database = await createDatabase();
  const db = await openDb(database);
  await changeStored(db, () => ({ identity, logo }));
  await db.close();
  return openSite({ ...database, ...settings });
}
