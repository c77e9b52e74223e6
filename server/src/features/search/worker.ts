import { DatabaseSync } from 'node:sqlite';
import type { Hit, SearchQuery } from '../../platform/db/search.ts';
import { searcher } from '../../platform/db/sqlite/search.ts';
import { runTasks } from '../../platform/workers/run-tasks.ts';
import type { SearchTask } from './search-index.ts';

/* Searches an SQLite file in a process, on a separate connection. */
let search: ((query: SearchQuery) => Promise<Hit[]>) | undefined;

runTasks<SearchTask>(
  async ({ file, query }) => {
    search ??= searcher(openToSearch(file));
    return Buffer.from(JSON.stringify(await search(query)));
  },
  { isShort: true },
);

function openToSearch(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000, defensive: true });
  database.exec('pragma trusted_schema = off; pragma temp_store = memory; pragma cache_size = -64000');
  return database;
}
