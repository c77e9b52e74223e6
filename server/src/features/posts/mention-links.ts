import type { Context } from '../../platform/context.ts';
import { firstId, type Transaction } from '../../platform/db/db.ts';
import { linkStored } from '../mentions/mentions.ts';
import { touchPosts } from './change-post.ts';

declare module '../../platform/jobs/kinds.ts' {
  interface JobPayloads {
    /** Updates the links in texts that mention a member, from those after the id `after`. */
    'mentions.link': { userId: string; after: string };
  }
}

/** Texts per transaction. Each has up to 512 kB of HTML. */
const batch = 20;

/** Registers the job that lets links follow a change of the handle. */
export function registerMentionLinks({ db, jobs, events }: Context): void {
  // As for renames, the start of a walk and its continuation have keys, so that at most two jobs of a member wait.
  const enqueue = (tx: Transaction, userId: string, after: string) =>
    jobs.enqueue(tx, { kind: 'mentions.link', payload: { userId, after }, key: `${userId}${after && ' next'}`, order: 'renames' });
  events.on('user.handleChanged', (tx, { userId }) => enqueue(tx, userId, firstId));
  jobs.handle('mentions.link', ({ userId, after }) =>
    db.transaction(async (tx) => {
      const last = await updateLinks(tx, userId, after);
      if (last !== undefined) await enqueue(tx, userId, last);
    }),
  );
}

/** Deletes one batch of the links to a deleted account and of its mentions. Returns whether there were any. */
export async function deleteMentionsOf(tx: Transaction, userId: string): Promise<boolean> {
  const texts = await nextTexts(tx, userId, firstId);
  await linkTexts(tx, texts);
  await tx.run`delete from mentions where user_id = ${userId} and text_id = any(${texts.map(({ text_id }) => text_id)})`;
  return texts.length > 0;
}

/** Returns the id of the last text that was updated, or undefined if no others follow. */
async function updateLinks(tx: Transaction, userId: string, after: string): Promise<string | undefined> {
  const texts = await nextTexts(tx, userId, after);
  await linkTexts(tx, texts);
  return texts.length < batch ? undefined : texts.at(-1)?.text_id;
}

interface Text {
  text_id: string;
  post_id: string;
}

interface Stored {
  id: string;
  html: string;
  is_post: number;
}

const nextTexts = (tx: Transaction, userId: string, after: string): Promise<Text[]> => tx.all`
  select distinct text_id, post_id from mentions where user_id = ${userId} and text_id > ${after}
  order by text_id limit cast(${batch} as integer)`;

/** Locks the posts, as every writer of their texts does, and invalidates them. */
async function linkTexts(tx: Transaction, texts: Text[]): Promise<void> {
  const posts = [...new Set(texts.map(({ post_id }) => post_id))];
  await tx.lock`select id from posts where id = any(${posts}) order by id`;
  const ids = texts.map(({ text_id }) => text_id);
  const stored = await tx.all<Stored>`
    select post_id as id, html, 1 as is_post from post_html where post_id = any(${ids})
    union all select comment_id, html, 0 from comment_html where comment_id = any(${ids})`;
  for (const { id, html, is_post } of await linkStored(tx, stored))
    if (is_post) await tx.run`update post_html set html = ${html} where post_id = ${id}`;
    else await tx.run`update comment_html set html = ${html} where comment_id = ${id}`;
  await touchPosts(tx, posts);
}
