import { limits } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createMember, type TestMember, writePost } from '../members.ts';
import { openSite } from '../site.ts';

/* The text of posts and comments as it was typed or pasted: what is stored and what readers see. */

const site = await openSite();
let ada: TestMember;
let post: string;
beforeAll(async () => {
  ada = await createMember(site, 'Ada');
  post = await writePost(ada);
});

/** Sends a text in each way. Returns the stored texts and their HTML. */
async function sendText(text: string): Promise<Array<{ text: string; html: string }>> {
  const created = (await ada.post('/api/posts', { text })).body;
  const edited = (await ada.patch(`/api/posts/${await writePost(ada, 'Before')}`, { text, version: 1 })).body;
  const [comment] = (await ada.post(`/api/posts/comment/${post}`, { text })).body;
  const [other] = (await ada.post(`/api/posts/comment/${post}`, { text: 'Before' })).body;
  const editedComment = (await ada.patch(`/api/posts/comment/${post}/${other._id}`, { text, version: 1 })).body;
  const { html } = (await ada.post('/api/preview', { text })).body;
  return [created, edited, comment, editedComment, { text: created.text, html }];
}

const code = (lines: string) => `<figure class="code"><pre tabindex="0"><code>${lines}\n</code></pre></figure>\n`;

describe('a text', () => {
  test.for([
    ['an indented first line', '    code', '    code', code('code')],
    ['a tab before the first line', '\tif x:\n\t\ty()', '\tif x:\n\t\ty()', code('if x:\n\ty()')],
    ['blank first lines', '\n \t\n\r\n\u3000\n    code', '    code', code('code')],
    ['a byte order mark', '\ufeff    code', '    code', code('code')],
    ['a byte order mark after blank lines', '\ufeff\n\ufeff    code', '    code', code('code')],
    ['trailing white space', '    code  \n\t\n \u00a0\u3000', '    code', code('code')],
    ['no-break spaces', '\u00a0\u00a0one\n\u00a0two', '\u00a0\u00a0one\n\u00a0two', '<p>\u00a0\u00a0one<br />\n\u00a0two</p>\n'],
    ['an ideographic space', '\u3000吾輩は猫である。', '\u3000吾輩は猫である。', '<p>\u3000吾輩は猫である。</p>\n'],
    ['two spaces at the end of a line', 'one  \ntwo', 'one  \ntwo', '<p>one<br />\ntwo</p>\n'],
    [
      'a list with an indented start',
      '  - a\n    - b',
      '  - a\n    - b',
      '<ul dir="auto">\n<li>a\n<ul dir="auto">\n<li>b</li>\n</ul>\n</li>\n</ul>\n',
    ],
    ['tabs in code', '```\n\ta\tb  \n```', '```\n\ta\tb  \n```', code('\ta\tb  ')],
  ] as const)('with %s is stored and rendered as typed', async ([, sent, text, html]) => {
    for (const stored of await sendText(sent)) expect(stored).toMatchObject({ text, html });
  });

  const pages = '- a\n  - b\n\n> c\n\n```\n\td\n\te\n```\n\n| f |\n|---|\n| g |\n\nh[^1]\ni\n\n[^1]: j';
  test.for([
    ['CR LF', '\r\n'],
    ['CR', '\r'],
    ['vertical tabs', '\v'],
    ['form feeds', '\f'],
    ['next line characters', '\x85'],
    ['line separators', '\u2028'],
    ['paragraph separators', '\u2029'],
  ] as const)('with %s as line breaks is stored as sent and looks the same', async ([, lineBreak]) => {
    const text = pages.replaceAll('\n', lineBreak);
    const withoutId = ({ html = '' }: { html?: string } = {}) => html.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id');
    const [expected] = await sendText(pages);
    for (const stored of await sendText(text)) {
      expect(stored).toMatchObject({ text });
      expect(withoutId(stored)).toBe(withoutId(expected));
    }
  });

  test('with the output of a terminal is accepted, with a mark for each control character', async () => {
    for (const stored of await sendText('\x1b[31mred'))
      expect(stored).toMatchObject({
        text: '\x1b[31mred',
        html: expect.stringMatching(/^<p><span role="img".*>U\+001B<\/span>\[31mred<\/p>\n$/),
      });
  });

  test('may have blank lines around the maximum length, and counts its indentation', async () => {
    const longest = ` ${'x'.repeat(limits.postText - 1)}`;
    expect((await ada.post('/api/posts', { text: `\n\n${longest}\n\n` })).body.text).toBe(longest);
    expect(await ada.post('/api/posts', { text: ` ${longest}` })).toMatchObject({ status: 400, body: { errors: [{ field: 'text' }] } });
  });
});

test('other line breaks make no version', async () => {
  const text = 'one\r\ntwo';
  const id = await writePost(ada, text);
  for (const same of ['one\ntwo', 'one\rtwo'])
    expect((await ada.patch(`/api/posts/${id}`, { text: same, version: 1 })).body).toMatchObject({ text, version: 1 });
  const [comment] = (await ada.post(`/api/posts/comment/${id}`, { text })).body;
  const same = await ada.patch(`/api/posts/comment/${id}/${comment._id}`, { text: 'one\ntwo', version: 1 });
  expect(same.body).toMatchObject({ text, version: 1 });
  expect((await ada.get(`/api/posts/${id}/revisions`)).body).toEqual([]);
});

test('a plain text breaks lines at all kinds of line breaks', async () => {
  const id = await writePost(ada, 'x');
  await site.db.run`update posts set format = 'plain', text = ${'one\r\ntwo\u2028three\rfour'} where id = ${id}`;
  await site.db.run`delete from post_html where post_id = ${id}`;
  expect((await ada.get(`/api/posts/${id}`)).body.html).toBe('<p class="plain">one\ntwo\nthree\nfour</p>');
});

test('a draft is stored unchanged', async () => {
  const text = '\r\n    code\t \n\n';
  expect((await ada.put('/api/drafts/post', { text })).body.text).toBe(text);
  expect((await ada.get('/api/drafts/post')).body.text).toBe(text);
});
