import type { Context } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Events } from '../../platform/events/events.ts';
import { theSite } from '../../platform/work-queue/work-queue.ts';
import { rendererVersion } from '../markdown/level.ts';
import { rendererOf } from '../markdown/markdown-renderer.ts';
import { linkStored } from '../mentions/mentions.ts';
import { saveCommentHtml, savePostHtml } from './html.ts';

const interval = 60 * 60 * 1000; // ms

/** Texts per step, whose HTML is written one by one. */
const batch = 20;

/** A table of texts, and the statements that find and store their HTML. */
interface TextTable {
  table: Sql;
  html: Sql;
  save(tx: Transaction, events: Events, id: string, html: string): Promise<void>;
}

const posts: TextTable = {
  table: sql`posts`,
  html: sql`post_html h join posts t on t.id = h.post_id`,
  save: async (tx, events, id, html) => {
    const { areTagsChanged } = await savePostHtml(tx, id, html);
    if (areTagsChanged) await events.publish(tx, 'post.tagsChanged', { postIds: [id] });
  },
};
const comments: TextTable = {
  table: sql`comments`,
  html: sql`comment_html h join comments t on t.id = h.comment_id`,
  save: (tx, _events, id, html) => saveCommentHtml(tx, id, html),
};

/**
 * Registers the job that renders texts again whose HTML is of an earlier version of the renderer. They are rendered on read in the meantime. Locks the text when
 * it writes, and leaves out one that was edited since it was read.
 */
export function registerRendering(context: Context): void {
  const { db, jobs, events } = context;
  const renderer = rendererOf(context);
  const renderBatch = async ({ table, html, save }: TextTable, signal: AbortSignal): Promise<boolean> => {
    const rows = await db.all<{ id: string; text: string; version: number }>`
      select t.id, t.text, t.version from ${html} where h.renderer < ${rendererVersion} limit cast(${batch} as integer)`;
    for (const { id, text, version } of rows) {
      if (signal.aborted) return false;
      const rendered = await renderer.render(text, theSite);
      await db.transaction(async (tx) => {
        if (await tx.lock`select id from ${table} where id = ${id} and version = ${version}`)
          for (const { html } of await linkStored(tx, [{ id, html: rendered }])) await save(tx, events, id, html);
      });
    }
    return rows.length > 0;
  };
  jobs.every('texts.render', interval, async (signal) => {
    for (const table of [posts, comments]) while (await renderBatch(table, signal));
  });
}
