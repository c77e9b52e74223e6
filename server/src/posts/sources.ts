import type { Member } from '../accounts/member.ts';
import type { Context } from '../context.ts';
import type { State } from '../feed/fragments.ts';
import { newest, type Page, type PageQuery, readPage } from '../feed/keyset.ts';

/** Selects a page of posts that the viewer may see, in any order. `postPage` reads their content. */
export type Source = (context: Context, viewer: Member, query: PageQuery) => Promise<Page<State>>;

/**
 * All posts, newest first. The inner limit, `limits.pageMax` + 1, is a constant because PostgreSQL takes a parameter for a tenth of the table: it would then plan the
 * statement again for each request, which takes three times as long as running it.
 */
export const latest: Source = ({ db }, _viewer, query) =>
  readPage(
    query,
    newest,
    ({ id }, count) => db.all<State>`
        select id, state as version from (select id, state from visible_posts where id < ${id} order by id desc limit 101) newest
        order by id desc limit cast(${count} as integer)`,
  );
