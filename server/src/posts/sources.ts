import type { Member } from '../accounts/member.ts';
import type { Context } from '../context.ts';
import { lastId } from '../db/db.ts';
import type { State } from '../feed/fragments.ts';
import { newest, type Page, type PageQuery, readPage } from '../feed/keyset.ts';

/** Selects a page of posts that the viewer may see, in any order. `postPage` reads their content. */
export type Source = (context: Context, viewer: Member, query: PageQuery) => Promise<Page<State>>;

/** All posts, newest first. */
export const latest: Source = ({ db }, _viewer, query) =>
  readPage(
    query,
    newest,
    ({ id }, count) =>
      db.all<State>`select id, state as version from visible_posts where id < ${id} order by id desc limit cast(${count} as integer)`,
  );

/** The state of a post, if it is public. */
export const findPublic = ({ db }: Context, id: string): Promise<State | undefined> =>
  db.get<State>`select id, state as version from visible_posts where id = ${id} and visibility = 'public'`;

/** The newest public posts, of one author if `author` is set. */
export const newestPublic = ({ db }: Context, count: number, author?: string): Promise<State[]> =>
  author === undefined
    ? db.all<State>`
        select id, state as version from visible_posts where visibility = 'public' and id < ${lastId} order by id desc limit cast(${count} as integer)`
    : db.all<State>`
        select id, state as version from visible_posts
        where visibility = 'public' and user_id = ${author} and id < ${lastId} order by id desc limit cast(${count} as integer)`;
