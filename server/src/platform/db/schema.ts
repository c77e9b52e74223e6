import { DatabaseUnusable } from './db.ts';

/** A table, column, index, trigger or other object of the database catalogue. */
export interface SchemaObject {
  kind: string;
  name: string;
  /** The table that owns the object. */
  table?: string | null;
  /** Normalised definition; equal objects have equal definitions. */
  definition: string;
}

/** Maximum number of differences listed in one message; the rest are counted. */
const maxListed = 10;

/** Compares a schema with the expected one. Returns a phrase for each differing object, such as `trigger steal on users is not part of version 9`. */
export function differences(found: SchemaObject[], expected: SchemaObject[], version: number): string[] {
  const [actual, wanted] = [byName(found), byName(expected)];
  const columnsDiffer = new Set<string>();
  const phrases = [...wanted.keys(), ...[...actual.keys()].filter((name) => !wanted.has(name))].flatMap((name) => {
    const [actualObject, wantedObject] = [actual.get(name), wanted.get(name)];
    const { table, kind } = (actualObject ?? wantedObject) as SchemaObject;
    if (actualObject?.definition === wantedObject?.definition) return [];
    // A missing or additional table implies the differences of its columns and indexes.
    if (table && actual.has(`table ${table}`) !== wanted.has(`table ${table}`)) return [];
    if (kind === 'column' && table) columnsDiffer.add(`table ${table}`);
    const fault = !actualObject ? 'is missing' : wantedObject ? `differs from version ${version}` : `is not part of version ${version}`;
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
    const duplicate = map.get(name);
    // A corrupt catalogue can list a name twice; compare both definitions.
    map.set(name, duplicate ? { ...object, definition: `${duplicate.definition}; ${object.definition}` } : object);
  }
  return map;
}

/** Returns one sentence that lists the differences, or undefined if there are none. */
export function alteration(shown: string, found: string[]): string | undefined {
  if (found.length === 0) return undefined;
  const more = found.length > maxListed ? `; and ${found.length - maxListed} more` : '';
  return `The schema of ${shown} was altered: ${found.slice(0, maxListed).join('; ')}${more}.`;
}

/** Throws a DatabaseUnusable that lists the differences, if there are any. */
export function refuseAltered(shown: string, found: string[]): void {
  const sentence = alteration(shown, found);
  if (sentence) throw new DatabaseUnusable(`${sentence} Undo these changes, or use a backup made before them.`);
}
