import type { Context } from '../context.ts';
import { rendererVersion } from '../markdown/level.ts';
import { indexPost } from '../search/index-rows.ts';
import { saveCommentHtml, savePostHtml } from './html.ts';

const interval = 60 * 60 * 1000; // ms

/** Texts per step, whose HTML is written one by one. */
const batch = 20;

interface Row {
  id: string;
  text: string;
  version: number;
}

/**
 * Registers the job that renders texts again whose HTML is of an earlier version of the renderer. They are rendered on read in the meantime. Locks the text when
 * it writes, and leaves out one that was edited since it was read.
 */
export function registerRendering({ db, jobs, texts }: Pick<Context, 'db' | 'jobs' | 'texts'>): void {
  jobs.every('texts.render', interval, async (signal) => {
    await eachBatch(
      () => db.all<Row>`
        select p.id, p.text, p.version from post_html h join posts p on p.id = h.post_id
        where h.renderer < ${rendererVersion} limit cast(${batch} as integer)`,
      async ({ id, text, version }) => {
        const html = await texts.render(text, id);
        await db.transaction(async (tx) => {
          if (!(await tx.lock`select id from posts where id = ${id} and version = ${version}`)) return;
          await savePostHtml(tx, id, html);
          await indexPost(tx, id);
        });
      },
      signal,
    );
    await eachBatch(
      () => db.all<Row>`
        select c.id, c.text, c.version from comment_html h join comments c on c.id = h.comment_id
        where h.renderer < ${rendererVersion} limit cast(${batch} as integer)`,
      async ({ id, text, version }) => {
        const html = await texts.render(text, id);
        await db.transaction(async (tx) => {
          if (await tx.lock`select id from comments where id = ${id} and version = ${version}`) await saveCommentHtml(tx, id, html);
        });
      },
      signal,
    );
  });
}

async function eachBatch(read: () => Promise<Row[]>, renderAgain: (row: Row) => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let rows = await read(); rows.length > 0; rows = await read())
    for (const row of rows) {
      if (signal.aborted) return;
      await renderAgain(row);
    }
}
