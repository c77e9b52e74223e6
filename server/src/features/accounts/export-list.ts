import type { AccountData } from '@dev-connector/contract';
import type { Reader } from '../../platform/db/db.ts';
import type { Member } from './member.ts';

/** A row of a list of the export, and the cursor of the page that follows it. */
export interface Row<Item> {
  key: string;
  item: Item;
}

type Lists = { [Name in keyof AccountData as AccountData[Name] extends unknown[] ? Name : never]: AccountData[Name] };

/** Reads at most `count` rows of a list of the export that follow a cursor. */
export type ReadRows<Name extends keyof Lists> = (
  reader: Reader,
  member: Member,
  after: string,
  count: number,
) => Promise<Array<Row<Lists[Name][number]>>>;
