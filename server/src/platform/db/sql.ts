/** A value of a statement. */
export type Value = string | number | null | string[] | Uint8Array | Sql;

/** A part of a statement with its values. */
export class Sql {
  readonly sql: TemplateStringsArray;
  readonly values: Value[];
  constructor(sql: TemplateStringsArray, values: Value[]) {
    this.sql = sql;
    this.values = values;
  }
}

/** A part of a statement, which can be a value of another: sql`and user_id = ${id}`. */
export const sql = (strings: TemplateStringsArray, ...values: Value[]): Sql => new Sql(strings, values);

/**
 * Returns constants of the program as a part of a statement, separated by commas: SQLite plans with them, but not with bound values. Each call makes a part that
 * statements are prepared for, so call it when a module is loaded.
 */
export function constants(...values: Array<string | number>): Sql {
  const strings = [values.map((value) => (typeof value === 'number' ? value : `'${value.replaceAll("'", "''")}'`)).join(', ')];
  return new Sql(Object.assign(strings, { raw: strings }), []);
}

/** The templates that a template makes with the fragments in it, by their templates; by undefined for a bound value. */
interface Merged {
  sql?: TemplateStringsArray;
  byNext: Map<TemplateStringsArray | undefined, Merged>;
}
const merged = new WeakMap<TemplateStringsArray, Merged>();

/** Inserts the fragments among the values into a template. The same templates give the same array, so that it identifies a prepared statement. */
export function flatten(template: TemplateStringsArray, given: Value[]): { sql: TemplateStringsArray; values: Value[] } {
  if (!given.some((value) => value instanceof Sql)) return { sql: template, values: given };
  const values: Value[] = [];
  const parts: Array<TemplateStringsArray | undefined> = [];
  for (const value of given) {
    const part = value instanceof Sql ? flatten(value.sql, value.values) : undefined;
    parts.push(part?.sql);
    if (part) values.push(...part.values);
    else values.push(value);
  }
  let node = merged.get(template) ?? addTo(merged, template);
  for (const part of parts) node = node.byNext.get(part) ?? addTo(node.byNext, part);
  node.sql ??= join(template, parts);
  return { sql: node.sql, values };
}

function addTo<Key>(entries: { set(key: Key, entry: Merged): unknown }, key: Key): Merged {
  const entry = { byNext: new Map() };
  entries.set(key, entry);
  return entry;
}

function join(template: TemplateStringsArray, parts: Array<TemplateStringsArray | undefined>): TemplateStringsArray {
  const [first = '', ...rest] = template;
  const strings = [first];
  for (const [index, text] of rest.entries()) {
    const [start, ...others] = parts[index] ?? ['', ''];
    strings.push(`${strings.pop()}${start}`, ...others);
    strings.push(`${strings.pop()}${text}`);
  }
  return Object.assign(strings, { raw: strings });
}
