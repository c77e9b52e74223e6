import { limits, type SuggestedPost } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import { InvalidFields } from '../../platform/errors.ts';
import type { Member } from '../../platform/member.ts';
import { visiblePosts } from '../visibility/policy.ts';
import { findTitled, type Searcher } from './source.ts';

/** Suggests the newest posts with all words of a query in the title. An incomplete operator finds nothing. */
export async function suggestTitles(context: Context, viewer: Member, q: string, searcher: Searcher): Promise<SuggestedPost[]> {
  const hits = await findTitled(context, q, limits.suggestedOfKind, searcher).catch((error) => {
    if (error instanceof InvalidFields) return [];
    throw error;
  });
  if (hits.length === 0) return [];
  const rows = await context.db.all<{ id: string; title: string }>`
    select p.id, p.title from ${visiblePosts(viewer)} p where p.id = any(${hits.map(({ id }) => id)}) and p.title is not null`;
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return hits.flatMap(({ id }) => {
    const title = titles.get(id);
    return title === undefined ? [] : [{ _id: id, title }];
  });
}
