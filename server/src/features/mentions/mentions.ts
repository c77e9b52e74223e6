import { limits } from '@dev-connector/contract';
import type { Reader, Transaction } from '../../platform/db/db.ts';
import type { Events } from '../../platform/events/events.ts';
import { findByHandles } from '../handles/handles.ts';
import { handlesIn, linkMembers } from '../markdown/mentions.ts';

/*
 * The HTML of a text is stored with links to the members whom it mentions. The table `mentions` says who they are, so that their links follow a change of the
 * handle (update-links.ts) and end with the account. docs/decisions/0019-mentions.md
 */

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** A text that mentions members was written, or an edit has changed whom it mentions. `added`: those whom the version before did not mention. The author may be among them. */
    'mentions.changed': MentionsChanged;
  }
}

interface MentionsChanged {
  postId: string;
  /** Undefined: the post itself. */
  commentId: string | undefined;
  authorId: string;
  userIds: string[];
  added: string[];
}

/** A post, or a comment on it. `isNew`: it has not been stored before. */
export interface MentioningText {
  postId: string;
  commentId?: string;
  authorId: string;
  isNew?: boolean;
}

/** Handles of a text that are looked up. */
const maxRead = 50;

/** Returns the members with these handles, at most `limits.mentions`: their ids and current handles, by handle in lower case. */
async function findMentioned(db: Reader, handles: string[]): Promise<Map<string, { id: string; handle: string }>> {
  const found = await findByHandles(db, handles.slice(0, maxRead));
  const members = new Set<string>();
  return new Map(
    handles.flatMap((handle) => {
      const member = found.get(handle);
      if (!member || (members.size >= limits.mentions && !members.has(member.id))) return [];
      members.add(member.id);
      return [[handle, member] as const];
    }),
  );
}

const toCurrent = (mentioned: Map<string, { handle: string }>) => new Map([...mentioned].map(([written, { handle }]) => [written, handle]));

/** Returns rendered HTML with links to the members whom it mentions. */
export async function withMentions(db: Reader, html: string): Promise<string> {
  const handles = handlesIn(html);
  return handles.length === 0 ? html : linkMembers(html, toCurrent(await findMentioned(db, handles)));
}

/** Stores whom a text mentions, and returns its rendered HTML with links to them. Publishes `mentions.changed`. Call it when the row of the text exists. */
export async function saveMentions(tx: Transaction, events: Events, text: MentioningText, html: string): Promise<string> {
  const { postId, commentId, authorId, isNew = false } = text;
  const textId = commentId ?? postId;
  const handles = handlesIn(html);
  const before = isNew ? [] : await tx.all<{ user_id: string }>`select user_id from mentions where text_id = ${textId}`;
  if (handles.length === 0 && before.length === 0) return html;
  const mentioned = await findMentioned(tx, handles);
  if (before.length > 0) await tx.run`delete from mentions where text_id = ${textId}`;
  for (const [handle, { id }] of mentioned)
    await tx.run`
      insert into mentions (text_id, handle, user_id, post_id, comment_id) values (${textId}, ${handle}, ${id}, ${postId}, ${commentId ?? null})`;
  const userIds = [...new Set(Array.from(mentioned.values(), ({ id }) => id))];
  const known = new Set(before.map(({ user_id }) => user_id));
  const added = userIds.filter((id) => !known.has(id));
  if (added.length > 0 || userIds.length < known.size)
    await events.publish(tx, 'mentions.changed', { postId, commentId, authorId, userIds, added });
  return linkMembers(html, toCurrent(mentioned));
}

/** Returns the HTML of a stored text, rendered again, with links to the members whom it mentioned when it was written. */
export async function linkStored(tx: Reader, textId: string, html: string): Promise<string> {
  if (handlesIn(html).length === 0) return html;
  const rows = await tx.all<{ written: string; handle: string | null }>`
    select m.handle as written, u.handle from mentions m join users u on u.id = m.user_id where m.text_id = ${textId}`;
  return linkMembers(html, new Map(rows.flatMap(({ written, handle }) => (handle === null ? [] : [[written, handle] as const]))));
}
