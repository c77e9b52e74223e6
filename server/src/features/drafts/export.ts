import { exportList, type ReadRows } from '../../platform/export.ts';
import { columns, type DraftRow, toDraft } from './drafts.ts';

const readDrafts: ReadRows<'drafts'> = async (reader, { id }, after, count) => {
  const rows = await reader.all<DraftRow>`
    select ${columns} from drafts d where d.user_id = ${id} and d.context > ${after} order by d.context limit ${count}`;
  return rows.map((row) => ({ key: row.context, item: toDraft(row) }));
};

/** What drafts export. */
export const exports = [exportList('drafts', 5, readDrafts)];
