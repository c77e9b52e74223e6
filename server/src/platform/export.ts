import type { AccountData } from '@dev-connector/contract';
import type { Context, ExportPart } from './context.ts';
import { firstId, type Reader } from './db/db.ts';
import type { Member } from './member.ts';

/* Parts of the data that a member downloads: `exports` of a feature. */

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

/** Exports one value. Leaves it out if it is undefined. */
export const exportValue = <Name extends keyof AccountData>(
  name: Name,
  read: (context: Context, member: Member) => Promise<AccountData[Name]>,
): ExportPart =>
  async function* (context, member) {
    const value = await read(context, member);
    if (value !== undefined) yield `"${name}":${JSON.stringify(value)}`;
  };

/** Exports a list, which is read in pages of `length` rows when the client asks for more. The length limits memory use. */
export const exportList =
  <Name extends keyof Lists>(name: Name, length: number, read: ReadRows<Name>): ExportPart =>
  ({ db }, member, timeSlice) =>
    listInPages(name, length, (after, count) => read(db.large, member, after, count), timeSlice);

/** Yields a property whose value is a list, with keyset pagination. */
export async function* listInPages<Item>(
  name: string,
  length: number,
  read: (after: string, count: number) => Promise<Array<Row<Item>>>,
  timeSlice: () => Promise<void>,
): AsyncGenerator<string> {
  let start = `"${name}":[`;
  let after = firstId;
  for (;;) {
    const page = await read(after, length);
    if (page.length > 0) yield start + page.map(({ item }) => JSON.stringify(item)).join();
    if (page.length > 0) start = ',';
    if (page.length < length) break;
    after = page.at(-1)?.key ?? after;
    await timeSlice(); // a fast client would otherwise block the event loop
  }
  yield start === ',' ? ']' : `${start}]`;
}

/** The date of a row as in the contract. */
export const toInstant = (milliseconds: number): string => new Date(milliseconds).toISOString();
