import { type SiteIdentity, siteIdentity } from '@dev-connector/contract';
import type { Db, Reader } from '../../platform/db/db.ts';
import { compileValidator } from '../../platform/http/schemas/validation.ts';
import { type Logo, toLogo } from './logo.ts';

/** The stored identity is not valid, because it was changed by other means. The message is a complete sentence for the admin. */
export class SiteUnusable extends Error {
  override name = 'SiteUnusable';
}

/** What the admin has set. */
export interface StoredSite {
  identity: SiteIdentity;
  logo?: Logo | undefined;
}

interface Row {
  version: number;
  identity: string;
  logo: string | null;
  logo_type: string | null;
}

const validate = compileValidator({ schema: siteIdentity, httpPart: 'body', method: 'PUT', url: '' });

/** Normalizes an identity and leaves out empty fields. Throws an InvalidFields with one item per invalid field. */
function tidyIdentity(identity: unknown): SiteIdentity {
  const { value, error } = validate(structuredClone(identity)) as { value?: SiteIdentity; error?: Error };
  if (error) throw error;
  const known = Object.keys(siteIdentity.properties);
  return Object.fromEntries(Object.entries(value ?? {}).filter(([name, field]) => known.includes(name) && field.length > 0));
}

/** Returns a number that changes with every change of the site's identity; 0 if it was never set. */
export async function readVersion(db: Reader): Promise<number> {
  return (await db.get<{ version: number }>`select version from site`)?.version ?? 0;
}

/** Reads the identity. Throws a SiteUnusable if it is not valid. */
export async function readStored(db: Reader): Promise<StoredSite> {
  return fromRow(await db.get<Row>`select version, identity, logo, logo_type from site`);
}

/** Applies a change to the identity, in one transaction. Returns the new identity. Throws an InvalidFields if it is invalid. */
export function changeStored(db: Db, change: (site: StoredSite) => StoredSite): Promise<StoredSite> {
  return db.transaction(async (tx) => {
    const row = await tx.lock<Row>`select version, identity, logo, logo_type from site`;
    const { identity, logo } = change(fromRow(row));
    const tidied = tidyIdentity(identity);
    const [text, image, type] = [JSON.stringify(tidied), logo?.bytes.toString('base64') ?? null, logo?.type ?? null];
    await tx.run`
      insert into site (id, version, identity, logo, logo_type) values ('site', 1, ${text}, ${image}, ${type})
      on conflict (id) do update set version = site.version + 1, identity = excluded.identity, logo = excluded.logo, logo_type = excluded.logo_type`;
    return { identity: tidied, logo };
  });
}

function fromRow(row: Row | undefined): StoredSite {
  if (!row) return { identity: {} };
  try {
    const logo = row.logo === null ? undefined : toLogo(Buffer.from(row.logo, 'base64'));
    if (logo && 'wrong' in logo) throw new Error(logo.wrong);
    return { identity: tidyIdentity(JSON.parse(row.identity)), logo };
  } catch (error) {
    throw new SiteUnusable(
      `The identity of the site in the database is not valid: ${(error as Error).message}. Delete the row of the table "site", and set it again.`,
      { cause: error },
    );
  }
}
