import { limits } from '@dev-connector/contract';
import { beforeAll, expect, test } from 'vitest';
import { rendererVersion } from '../../src/features/markdown/level.ts';
import { newId } from '../../src/platform/id.ts';
import { fetchAllPages, measureBytes } from '../measure-bytes.ts';
import { createMember, type TestMember } from '../members.ts';
import { openSite, runRecurring } from '../site.ts';

/* Results whose texts and HTML are many times as long as a page. */

const site = await openSite();
const count = 40;
/** The bytes that one statement may read, except through `db.large`. */
const smallBytes = 120_000;
let ada: TestMember;
let measured: Awaited<ReturnType<typeof measureBytes>>;
const posts: string[] = [];
const comments: string[] = [];
const marked: string[] = [];

beforeAll(async () => {
  ada = await createMember(site, 'Ada');
  const html = `<p>${'x'.repeat(100_000)}</p>`;
  await site.db.transaction(async (tx) => {
    for (let index = 0; index < count; index++) {
      const [post, comment] = [newId(), newId()];
      posts.unshift(post);
      comments.unshift(comment);
      await tx.run`
        insert into posts (id, user_id, text, created_at) values (${post}, ${ada._id}, ${`voluminous ${'😀'.repeat(45_000)}`}, ${Date.now()})`;
      await tx.run`
        insert into comments (id, post_id, user_id, text, format, created_at)
        values (${comment}, ${post}, ${ada._id}, 'voluminous', 'markdown', ${Date.now()})`;
      await tx.run`insert into comment_html (comment_id, html, renderer) values (${comment}, ${html}, ${rendererVersion})`;
    }
    for (let index = 0; index < limits.pageMax; index++) {
      const id = newId();
      marked.unshift(id);
      await tx.run`
        insert into posts (id, user_id, title, text, created_at)
        values (${id}, ${ada._id}, ${'検 '.repeat(limits.postTitle / 2).trim()}, ${`${'検 '.repeat(110)}${'\u0001'.repeat(200)}`}, ${Date.now()})`;
    }
  });
  await runRecurring(site, 'search.check');
  measured = await measureBytes(site);
});

test.for([
  ['posts', posts],
  ['comments', comments],
] as const)('a search of %s finds all, and reads only those of a page from the database', async ([type, expected]) => {
  const url = `/api/search?q=voluminous&type=${type}&limit=100`;
  const pages = await fetchAllPages(ada, url);
  expect(pages.length).toBeGreaterThan(1);
  for (const { raw } of pages) expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(limits.listBytes);
  expect(pages.flatMap(({ body }) => body.map(({ _id }: { _id: string }) => _id))).toEqual(expected);
  const { response, read, largest } = await measured(ada.token, (client) => client.get(url));
  expect(response.status).toBe(200);
  expect(read).toBeLessThan(3 * limits.listBytes);
  expect(largest).toBeLessThan(smallBytes);
});

test('a page of posts ends before parts and escapes exceed the bytes of a page', async () => {
  const url = `/api/search?q=${encodeURIComponent('検')}&limit=${limits.pageMax}`;
  const pages = await fetchAllPages(ada, url);
  expect(pages.length).toBeGreaterThan(1);
  for (const { raw } of pages) expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(limits.listBytes);
  expect(pages.flatMap(({ body }) => body.map(({ _id }: { _id: string }) => _id))).toEqual(marked);
  const { largest } = await measured(ada.token, (client) => client.get(url));
  expect(largest).toBeLessThan(smallBytes);
});
