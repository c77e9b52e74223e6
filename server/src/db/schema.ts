import { DatabaseUnusable } from './db.ts';

/** A table, column, index, trigger and so on, as a database's catalogue describes it. */
export interface SchemaObject {
  kind: string;
  name: string;
  /** The table that it belongs to. */
  table?: string | null;
  /** Its definition in a normalised form: equal for equal objects. */
  definition: string;
}

/** Differences listed in one message; the rest are counted. */
const maxListed = 10;

/** How a schema differs from the one that the migrations make, a phrase for each object, such as `trigger steal on users is not part of version 9`. */
export function differences(found: SchemaObject[], expected: SchemaObject[], version: number): string[] {
  const [has, wants] = [byName(found), byName(expected)];
  const columnsDiffer = new Set<string>();
  const phrases = [...wants.keys(), ...[...has.keys()].filter((name) => !wants.has(name))].flatMap((name) => {
    const [here, wanted] = [has.get(name), wants.get(name)];
    const { table, kind } = (here ?? wanted) as SchemaObject;
    if (here?.definition === wanted?.definition) return [];
    // A table that is missing or additional says enough about its columns and indexes.
    if (table && has.has(`table ${table}`) !== wants.has(`table ${table}`)) return [];
    if (kind === 'column' && table) columnsDiffer.add(`table ${table}`);
    const fault = !here ? 'is missing' : wanted ? `differs from version ${version}` : `is not part of version ${version}`;
    return [{ name, fault }];
  });
  return phrases
    .filter(({ name, fault }) => !(columnsDiffer.has(name) && fault.startsWith('differs')))
    .map(({ name, fault }) => `${name} ${fault}`);
}

function byName(objects: SchemaObject[]): Map<string, SchemaObject> {
  const map = new Map<string, SchemaObject>();
  for (const object of objects) {
    const name = `${object.kind} ${object.name}${object.table ? ` ${object.kind === 'column' ? 'of' : 'on'} ${object.table}` : ''}`;
    const twin = map.get(name);
    // A tampered catalogue may list a name twice; both definitions count then.
    map.set(name, twin ? { ...object, definition: `${twin.definition}; ${object.definition}` } : object);
  }
  return map;
}

/** One sentence for all differences; undefined where there are none. */
export function alteration(shown: string, found: string[]): string | undefined {
  if (found.length === 0) return undefined;
  const more = found.length > maxListed ? `; and ${found.length - maxListed} more` : '';
  return `The schema of ${shown} was altered: ${found.slice(0, maxListed).join('; ')}${more}.`;
}

/** Throws a DatabaseUnusable that names the differences, where there are any. */
export function refuseAltered(shown: string, found: string[]): void {
  const sentence = alteration(shown, found);
  if (sentence) throw new DatabaseUnusable(`${sentence} Undo these changes, or use a backup made before them.`);
}
