import { DatabaseSync } from 'node:sqlite';
import { type Prepare, statements } from '../db/sqlite/statements.ts';
import { runTasks } from '../workers/run-tasks.ts';
import type { SearchTask } from './searches.ts';

/* Reads an SQLite file in a process, on a separate connection. */
let prepare: Prepare | undefined;
/** The templates of statements, which identify their prepared statements. */
const templates = new Map<string, TemplateStringsArray>();

runTasks<SearchTask>(
  async ({ file, sql, values }) => {
    prepare ??= statements(openToSearch(file));
    const template = templates.get(sql) ?? Object.assign([sql], { raw: [sql] });
    templates.set(sql, template);
    return Buffer.from(JSON.stringify(prepare(template, ...values).all()));
  },
  { isShort: true },
);

function openToSearch(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000, defensive: true });
  database.exec('pragma trusted_schema = off; pragma temp_store = memory; pragma cache_size = -64000');
  return database;
}
