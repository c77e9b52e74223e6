import { type DirectorySort, facetNames, type Profile } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { State } from '../../platform/lists/fragments.ts';
import { byText, highest, newest, type PageQuery, readPage } from '../../platform/lists/keyset.ts';
import type { JsonPage } from '../../platform/lists/pages.ts';
import { listPage, listProfiles } from '../profiles/profiles.ts';
import { directoryOf } from './directory.ts';
import type { Filters } from './index-of-profiles.ts';

export interface DirectoryQuery extends PageQuery {
  filters: Filters;
  sort?: DirectorySort | undefined;
}

const starts = { newest, name: byText, active: highest };

/** Reads a page of the profiles that match the filters, and the number of all that do. */
export async function listDirectory(
  context: Context,
  { filters, sort = 'newest', ...query }: DirectoryQuery,
  extent: 'listed' | 'card',
): Promise<{ page: JsonPage<Profile>; total: number }> {
  const index = await directoryOf(context)();
  const isFiltered = filters.q !== '' || facetNames.some((name) => filters[name].length > 0);
  if (!isFiltered && sort === 'newest') return { page: await listProfiles(context, query, extent), total: index.size };
  let total = 0;
  const page = readPage(query, starts[sort], async (after, count) => {
    const found = index.page(filters, sort, after, count);
    total = found.total;
    const ids = found.positions.map(({ id }) => id);
    const rows = await context.db.all<State>`select id, cache_version as version from profiles where id = any(${ids})`;
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    return found.positions.map((position) => ({ ...position, version: versions.get(position.id) ?? 0 })); // 0: deleted since
  });
  return { page: await listPage(context, extent, page), total };
}
