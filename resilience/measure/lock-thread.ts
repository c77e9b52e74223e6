import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { onStop } from './thread.ts';

const database = new DatabaseSync(workerData.file, { timeout: 60_000 });
database.exec('begin immediate');

onStop(() => database.close());
