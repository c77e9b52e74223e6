import type { CommitOrder } from './commit-order.ts';
import type { Db } from './db.ts';
import { postgresCommitOrder } from './postgres/commit-order.ts';
import { sqliteCommitOrder } from './sqlite/commit-order.ts';

export const commitOrders: Record<Db['engine'], CommitOrder> = { sqlite: sqliteCommitOrder, postgres: postgresCommitOrder };
