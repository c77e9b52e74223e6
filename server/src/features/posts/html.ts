import type { Transaction } from '../../platform/db/db.ts';
import { theSite } from '../../platform/work-queue/work-queue.ts';
import { rendererVersion } from '../markdown/level.ts';
import type { MarkdownRenderer } from '../markdown/markdown-renderer.ts';
import { linkMembers } from '../markdown/mentions.ts';
import { plainHtml } from '../markdown/plain.ts';
import { withTextId } from '../markdown/text-id.ts';
import { addMediaReferences } from '../media/references.ts';
import { type FieldTags, savePostTags } from '../tags/post-tags.ts';

/** A text as stored. */
export interface StoredText {
  id: string;
  text: string;
  format: 'markdown' | 'plain';
  version: number;
  edited_at: number | null;
  /** HTML of the current renderer; null if it was rendered by another version, or if the text is plain. */
  html: string | null;
}

/** Returns the members of the contract's `rendered`. Renders the text, without its mentions, if its HTML is missing. */
export async function toRendered(renderer: MarkdownRenderer, row: StoredText) {
  const { id, text, format, html } = row;
  return {
    html: html ?? (format === 'plain' ? plainHtml(text) : withTextId(linkMembers(await renderer.render(text, theSite), new Map()), id)),
    ...toVersion(row),
  };
}

/** Returns the members of `rendered` other than the HTML. */
export const toVersion = ({ format, version, edited_at }: Pick<StoredText, 'format' | 'version' | 'edited_at'>) => ({
  format,
  version,
  ...(edited_at !== null && { editedAt: new Date(edited_at).toISOString() }),
});

/** Stores the HTML of a post, its references to images and its tags. Returns HTML and tags. */
export async function savePostHtml(
  tx: Transaction,
  id: string,
  rendered: string,
  fieldTags: FieldTags = {},
): Promise<{ tags: string[]; html: string; areTagsChanged: boolean }> {
  const { tags, html, areTagsChanged } = await savePostTags(tx, id, withTextId(rendered, id), fieldTags);
  await tx.run`
    insert into post_html (post_id, renderer, html) values (${id}, ${rendererVersion}, ${html})
    on conflict (post_id) do update set renderer = excluded.renderer, html = excluded.html`;
  await addMediaReferences(tx, 'post', id, html);
  return { tags, html, areTagsChanged };
}

/** Stores the HTML of a comment and its references to images. */
export async function saveCommentHtml(tx: Transaction, id: string, rendered: string): Promise<void> {
  const html = withTextId(rendered, id);
  await tx.run`
    insert into comment_html (comment_id, renderer, html) values (${id}, ${rendererVersion}, ${html})
    on conflict (comment_id) do update set renderer = excluded.renderer, html = excluded.html`;
  await addMediaReferences(tx, 'comment', id, html);
}
