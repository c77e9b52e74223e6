import type { Db } from './db.ts';
import { postgresSearch } from './postgres/search.ts';
import type { SearchEngine } from './search.ts';
import { sqliteSearch } from './sqlite/search.ts';

export const searchEngines: Record<Db['engine'], SearchEngine> = { sqlite: sqliteSearch, postgres: postgresSearch };
