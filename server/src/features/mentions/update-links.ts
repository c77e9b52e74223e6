import type { Context } from '../../platform/context.ts';
import { firstId, type Transaction } from '../../platform/db/db.ts';
import { linkStored } from './mentions.ts';

declare module '../../platform/jobs/kinds.ts' {
  interface JobPayloads {
    /** Updates the links in texts that mention a member, from those after the id `after`. */
    'mentions.link': { userId: string; after: string };
  }
}

/** Texts per transaction. Each has up to 512 kB of HTML. */
const batch = 20;

/** Registers the job that lets links follow a change of the handle. */
export function registerLinks({ db, jobs, events }: Context): void {
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

/** Removes the next links to a deleted account, and who it was. Returns whether there were any. */
export async function deleteRowsOfMember(tx: Transaction, userId: string): Promise<boolean> {
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
  comment_id: string | null;
}

const nextTexts = (tx: Transaction, userId: string, after: string): Promise<Text[]> => tx.all`
  select distinct text_id, post_id, comment_id from mentions where user_id = ${userId} and text_id > ${after}
  order by text_id limit cast(${batch} as integer)`;

/** Locks the posts, as every writer of their texts does, and invalidates them. */
async function linkTexts(tx: Transaction, texts: Text[]): Promise<void> {
  const posts = [...new Set(texts.map(({ post_id }) => post_id))];
  await tx.lock`select id from posts where id = any(${posts}) order by id`;
  for (const { text_id, comment_id } of texts) {
    const stored = await (comment_id === null
      ? tx.get<{ html: string }>`select html from post_html where post_id = ${text_id}`
      : tx.get<{ html: string }>`select html from comment_html where comment_id = ${text_id}`);
    if (!stored) continue;
    const html = await linkStored(tx, text_id, stored.html);
    if (comment_id === null) await tx.run`update post_html set html = ${html} where post_id = ${text_id}`;
    else await tx.run`update comment_html set html = ${html} where comment_id = ${text_id}`;
  }
  await tx.run`update posts set cache_version = cache_version + 1 where id = any(${posts})`;
}
