import { limits } from '@dev-connector/contract';
import type { Reader, Transaction } from '../../platform/db/db.ts';
import type { Events } from '../../platform/events/events.ts';
import { findByHandles } from '../handles/handles.ts';
import { handlesIn, linkMembers } from '../markdown/mentions.ts';

/*
 * The HTML of a text is stored with links to the members it mentions. The table `mentions` stores their ids, so that the links follow a change of the handle and
 * end with the account (posts/mention-links.ts). docs/decisions/0018-mentions.md
 */

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** A new text mentions members, or an edit changed the mentioned members. `added`: those that are not in the previous version. Both lists may contain the author. */
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

/** Returns rendered HTML with links to the mentioned members. */
export async function withMentions(db: Reader, html: string): Promise<string> {
  const handles = handlesIn(html);
  return handles.length === 0 ? html : linkMembers(html, toCurrent(await findMentioned(db, handles)));
}

/**
 * Stores the mentions of a text whose row exists, and calls `save` with its rendered HTML, in which they are links. Then publishes `mentions.changed`, because
 * subscribers read what `save` stores, such as the tags. Returns the result of `save`.
 */
export async function saveMentions<Saved>(
  tx: Transaction,
  events: Events,
  text: MentioningText,
  html: string,
  save: (linked: string) => Promise<Saved>,
): Promise<Saved> {
  const { postId, commentId, authorId, isNew = false } = text;
  const textId = commentId ?? postId;
  const handles = handlesIn(html);
  const before = isNew ? [] : await tx.all<{ user_id: string }>`select user_id from mentions where text_id = ${textId}`;
  if (handles.length === 0 && before.length === 0) return save(html);
  const mentioned = await findMentioned(tx, handles);
  if (before.length > 0) await tx.run`delete from mentions where text_id = ${textId}`;
  const rows = JSON.stringify(Array.from(mentioned, ([handle, { id }]) => ({ handle, id })));
  await tx.run`
    insert into mentions (text_id, handle, user_id, post_id, comment_id)
    select cast(${textId} as text), list.value ->> 'handle', list.value ->> 'id', cast(${postId} as text), cast(${commentId ?? null} as text)
    from json_array_elements(${rows}::json) as list(value)`;
  const saved = await save(linkMembers(html, toCurrent(mentioned)));
  const userIds = [...new Set(Array.from(mentioned.values(), ({ id }) => id))];
  const known = new Set(before.map(({ user_id }) => user_id));
  const added = userIds.filter((id) => !known.has(id));
  if (added.length > 0 || userIds.length < known.size)
    await events.publish(tx, 'mentions.changed', { postId, commentId, authorId, userIds, added });
  return saved;
}

/** Returns the HTML of stored texts with links to the members in their stored mentions, in the same order. */
export async function linkStored<Text extends { id: string; html: string }>(tx: Reader, texts: Text[]): Promise<Text[]> {
  const ids = texts.flatMap(({ id, html }) => (handlesIn(html).length > 0 ? [id] : []));
  if (ids.length === 0) return texts;
  const rows = await tx.all<{ id: string; written: string; handle: string }>`
    select m.text_id as id, m.handle as written, u.handle from mentions m join users u on u.id = m.user_id
    where m.text_id = any(${ids}) and u.handle is not null`;
  const byText = Map.groupBy(rows, ({ id }) => id);
  return texts.map((text) => ({
    ...text,
    html: linkMembers(text.html, new Map(byText.get(text.id)?.map(({ written, handle }) => [written, handle]))),
  }));
}
