import { limits } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { rendererVersion } from '../../src/features/markdown/level.ts';
import { addAlias, describeTag } from '../../src/features/tags/tag-changes.ts';
import { newId } from '../../src/platform/id.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, createMembers, signUp, type TestMember } from '../members.ts';
import { openSite, runRecurring } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
let ada: TestMember;
let grace: TestMember;
beforeAll(async () => {
  ada = await signUp(site, 'Ada');
  grace = await signUp(site, 'Grace');
});

async function write(author: TestMember, text: string, tags?: string[]) {
  const { status, body, raw } = await author.post('/api/posts', { text, ...(tags && { tags }) });
  expect(status, raw).toBe(200);
  return body;
}
const tagsOf = async (id: string) => (await grace.get(`/api/posts/${id}`)).body.tags;
const postsOf = async (tag: string) => (await grace.get(`/api/tags/${tag}`)).body.posts;
const listed = async (query: string, viewer = grace): Promise<string[]> =>
  (await viewer.get(`/api/posts?limit=100&${query}`)).body.map(({ _id }: { _id: string }) => _id);

describe('the tags of a post', () => {
  test.for<[string, string[], string[] | undefined]>([
    ['#Rust and #C++, #node.js. (#go) #f-1', ['rust', 'c++', 'node.js', 'go', 'f-1'], undefined],
    ['no#tag a/#b C# # #1 #-x \\#escaped &#35;', [], undefined],
    ['`#code` [#link](https://example.org) https://example.org/#part', [], undefined],
    ['```\n#code\n```\n\n    #indented', [], undefined],
    ['# Heading with #tag\n\n- **#bold** *a*#not', ['tag', 'bold'], undefined],
    ['#Größe #日本語 #e\u0301te', ['größe', '日本語', 'éte'], undefined],
    ['#b #c #d #e #f', ['a', 'b', 'c', 'd', 'e'], ['A', 'b']],
    [`#${'x'.repeat(40)} #${'y'.repeat(41)}`, ['x'.repeat(40)], undefined],
    ['[Set up](#set-up) [a](<#b>) [c]( #d "#e") ![f](#g) [h](x:#i) [*j*](?k;#l) [m](n(o);#p)', [], undefined],
    ['[a]: #b\n[c]: <#d>\n[e]: x:#f "G"\n\n[a] [c][]', [], undefined],
    ["<a href=\"#a\">b</a> <img usemap=#c> <use href='#d'/> <#e|f> url(#g) fill: url('#h')", [], undefined],
    ['(#a) "#b" [#c] :#d', ['a', 'b', 'c', 'd'], undefined],
    ['#fff #FFF #Fff #aaaa #FFFFFF #eeeeeeee #a1b #1a2b3c #FFF8DC #ffff000f #f0f, #c0ffee. #ｆｆｆ #eee...#ddd', [], undefined],
    ['#ada #cafe #facade #decade #ff', ['ada', 'cafe', 'facade', 'decade', 'ff'], undefined],
    ['#fffff #a11y #deadbeef #abcde1f #fff-theme', ['fffff', 'a11y', 'deadbeef', 'abcde1f', 'fff-theme'], undefined],
    ['#1 #123 #1.2 #2nd #٣', [], undefined],
    ['#define it, #include and #region', ['include', 'region'], undefined],
    ['#error #import #csv', ['error', 'import', 'csv'], undefined],
    ['**#define** #definer #if-else', ['define', 'definer', 'if-else'], undefined],
    ['one\n#definer two\n#region-of', ['definer', 'region-of'], undefined],
  ])('of %j are %j', async ([text, tags, field]) => {
    const post = await write(ada, text, field);
    expect(post.tags).toEqual(tags);
    expect((await grace.get(`/api/posts/${post._id}`)).body.tags).toEqual(tags);
    expect((await grace.get('/api/posts')).body[0].tags).toEqual(tags);
  });

  test.for([
    [
      '#include <stdio.h>',
      '#include "a.h"',
      '#include_next <a.h>',
      '#include-once',
      '#define MAX 10',
      '#define',
      '#undef MAX',
      '#pragma once',
    ],
    ['#if DEBUG', '#ifdef A', '#ifndef A', '#elif B', '#elifdef C', '#elifndef C', '#elseif D', '#else', '#endif', '#end if'],
    ['#import <UIKit/UIKit.h>', '#using <mscorlib.dll>', '#line 42 "a.c"', '#error No', '#warning "Old"', '#embed <a.png>'],
    ['#region Fields', '#endregion', '#End Region', '#nullable enable', '#r "nuget: A"', '#load "a.fsx"', '#Const A = 1'],
    ['#version 330 core', '#extension GL_EXT_a : enable', '#requires -Version 7', '#lang racket', '#!/bin/sh', '#[derive(Debug)]'],
  ])('of lines like %j are none', async (lines) => {
    const text = [...lines, ...lines.map((line) => `- ${line}`), ...lines.map((line) => `> ${line}`)].join('\n');
    expect((await write(ada, `text\n${text}`)).tags).toEqual([]);
    expect((await write(ada, lines.map((line) => `  ${line}`).join('\n\n'))).tags).toEqual([]);
  });

  test('are links in the HTML', async () => {
    expect((await write(ada, 'See #C++!')).html).toBe('<p>See <a class="tag" href="/dev/tags/c%2B%2B">#C++</a>!</p>\n');
  });

  test('beyond the fifth are no links, until the post has fewer others', async () => {
    const text = '#one #two #three #four #five and #six, #One';
    const post = await write(ada, text, ['zero', 'ONE']);
    expect(post.tags).toEqual(['zero', 'one', 'two', 'three', 'four']);
    const links = ({ html }: { html: string }) => [...html.matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, name]) => name);
    expect(links(post)).toEqual(['#one', '#two', '#three', '#four', '#One']);
    expect(post.html).toContain('#five</span> and <span class="tag">#six</span>');
    expect((await grace.get(`/api/posts/${post._id}`)).body.html).toBe(post.html);
    const tagged = (await ada.patch(`/api/posts/${post._id}`, { tags: [], version: 1 })).body;
    expect(tagged.tags).toEqual(['one', 'two', 'three', 'four', 'five']);
    expect(links(tagged)).toEqual(['#one', '#two', '#three', '#four', '#five', '#One']);
  });

  test.for([['tags'], [['a b']], [['']], [['1a']], [['a.']], [['a', 'b', 'c', 'd', 'e', 'f']], [['x'.repeat(41)]], [['a\u3164']]])(
    'return 400 for the field %j',
    async ([tags]) => {
      expect((await ada.post('/api/posts', { text: 'Hello', tags })).status).toBe(400);
    },
  );

  test('with compatibility characters are the plain tags, unless one is stored from before', async () => {
    const post = await write(ada, '#ｐｌａｉｎ and #ﬁx, #plain', ['Ｐｌａｉｎ２', 'ﷺ']);
    expect(post.tags).toEqual(['plain2', 'ﷺ', 'plain', 'fix']); // the last letter of the field would become words
    expect((await grace.put('/api/follows/tags/ｐｌａｉｎ')).status).toBe(200);
    expect((await grace.get('/api/tags/ｐｌａｉｎ')).body).toMatchObject({
      name: 'plain',
      posts: 1,
      followers: 1,
      viewer: { following: true },
    });
    for (const list of ['/api/posts?tag=ＰＬＡＩＮ', '/api/search?q=tag:ｐｌａｉｎ', '/api/posts?feed=following'])
      expect((await grace.get(list)).body, list).toMatchObject([{ _id: post._id }]);
    expect((await grace.get('/api/tags?q=ｐｌａｉ')).body.map(({ name }: { name: string }) => name)).toEqual(['plain', 'plain2']);
    await grace.delete('/api/follows/tags/ｐｌａｉｎ');
    expect((await grace.get('/api/follows')).body.tags).toEqual([]);
    await site.db.run`insert into tags (id, name, posts, used_at) values (${newId()}, 'ｏｌｄ', 1, 1)`;
    expect((await write(ada, '#ｏｌｄ #old')).tags).toEqual(['ｏｌｄ', 'old']);
    await addAlias(site.db, 'ｏｌｄ', 'old');
    expect((await write(ada, '#ｏｌｄ')).tags).toEqual(['old']);
  });

  test('follow edits of the text and of the field', async () => {
    const { _id, version } = await write(ada, 'One #edit-a', ['edit-b']);
    const edited = (await ada.patch(`/api/posts/${_id}`, { text: 'Two #edit-c', version })).body;
    expect(edited).toMatchObject({ tags: ['edit-b', 'edit-c'], version: 2 });
    const tagged = (await ada.patch(`/api/posts/${_id}`, { tags: ['edit-d'], version: 2 })).body;
    expect(tagged).toMatchObject({ tags: ['edit-d', 'edit-c'], version: 2 });
    expect((await ada.patch(`/api/posts/${_id}`, { tags: ['edit-e'], version: 1 })).status).toBe(409);
    expect((await ada.patch(`/api/posts/${_id}`, { tags: ['edit-d'], version: 1 })).status).toBe(200); // a repeat
    expect((await ada.patch(`/api/posts/${_id}`, { tags: [], version: 2 })).body.tags).toEqual(['edit-c']);
    expect(await listed('tag=edit-c')).toEqual([_id]);
    for (const tag of ['edit-a', 'edit-b', 'edit-d']) expect((await grace.get(`/api/tags/${tag}`)).status).toBe(404);
  });

  test('cannot be changed by another member', async () => {
    const { _id } = await write(ada, 'Mine #own');
    expect(await grace.patch(`/api/posts/${_id}`, { tags: ['stolen'], version: 1 })).toMatchObject(
      errorResponse(403, 'User not authorized'),
    );
    expect(await tagsOf(_id)).toEqual(['own']);
  });

  test('of posts from before are found when their text is rendered again', async () => {
    const { _id } = await write(ada, 'Old #rendered');
    await site.db.run`delete from post_tags where post_id = ${_id}`;
    await site.db.run`delete from tags where name = 'rendered'`;
    await site.db.run`update post_html set renderer = ${rendererVersion - 1} where post_id = ${_id}`;
    expect(await listed('tag=rendered')).toEqual([]);
    await runRecurring(site, 'texts.render');
    expect(await tagsOf(_id)).toEqual(['rendered']);
    expect(await postsOf('rendered')).toBe(1);
  });

  test('that an earlier renderer found are removed and no longer counted, unless they are in the field', async () => {
    const [first, second] = [await write(ada, '#stale #rest', ['fff']), await write(ada, 'Text', ['stale'])];
    await site.db.run`update posts set text = '[a](#stale) #fff #rest' where id = ${first._id}`;
    await site.db.run`update post_html set renderer = ${rendererVersion - 1} where post_id = ${first._id}`;
    expect(await postsOf('stale')).toBe(2);
    await runRecurring(site, 'texts.render');
    expect(await tagsOf(first._id)).toEqual(['fff', 'rest']);
    expect([await postsOf('stale'), await postsOf('fff'), await postsOf('rest')]).toEqual([1, 1, 1]);
    expect(await listed('tag=stale')).toEqual([second._id]);
  });
});

describe('the list of tags', () => {
  test('is sorted by activity or by name, page by page', async () => {
    for (const tag of ['list-c', 'list-a', 'list-b']) await write(ada, `#${tag}`);
    const all = async (sort: string) => {
      const names: string[] = [];
      for (let url: string | undefined = `/api/tags?limit=2&sort=${sort}`; url; ) {
        const { body, headers } = await grace.get(url);
        names.push(...body.map(({ name }: { name: string }) => name));
        url = /<(.+)>/.exec(headers.link ?? '')?.[1];
      }
      return names;
    };
    const [byActivity, byName] = [await all('activity'), await all('name')];
    expect(byActivity.slice(0, 3)).toEqual(['list-b', 'list-a', 'list-c']);
    expect(byName).toEqual(byActivity.toSorted());
  });

  test('by name continues after a tag that was deleted in the meantime', async () => {
    for (const tag of ['gap-a', 'gap-c']) await write(ada, `#${tag}`);
    const { _id } = await write(ada, '#gap-b');
    const first = await grace.get('/api/tags?limit=100&sort=name');
    const names = first.body.map(({ name }: { name: string }) => name);
    const page = await grace.get(`/api/tags?limit=${names.indexOf('gap-b') + 1}&sort=name`);
    await ada.delete(`/api/posts/${_id}`);
    const next = await grace.get(/<(.+)>/.exec(page.headers.link ?? '')?.[1] ?? '');
    expect(next.body[0]).toMatchObject({ name: 'gap-c' });
  });

  test('with a prefix returns the tags with the most posts first', async () => {
    await write(ada, '#pre-one');
    for (let count = 0; count < 2; count++) await write(ada, '#pre-two');
    const names = (await grace.get('/api/tags?q=PRE-')).body.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['pre-two', 'pre-one']);
  });

  test('with the prefix of over a thousand tags returns the most used one first', async () => {
    for (let count = 0; count < 2; count++) await write(ada, '#many-z');
    await site.db.transaction(async (tx) => {
      for (let index = 0; index < 1001; index++)
        await tx.run`insert into tags (id, name, posts, followers, used_at) values (${newId()}, ${`many-${index}`}, 1, 0, 1)`;
    });
    expect((await grace.get('/api/tags?q=many&limit=1')).body).toMatchObject([{ name: 'many-z', posts: 2 }]);
    await site.db.run`delete from tags where name like 'many-%' and posts = 1`;
  });

  test('returns 400 for a foreign cursor and 401 to visitors', async () => {
    const [post] = (await grace.get('/api/posts?limit=1')).body;
    expect(post).toBeDefined();
    const cursor = /cursor=([^>]+)>/.exec((await grace.get('/api/posts?limit=1')).headers.link ?? '')?.[1];
    expect((await grace.get(`/api/tags?cursor=${cursor}`)).status).toBe(400);
    for (const url of ['/api/tags', '/api/tags/rust']) expect((await visitor.get(url)).status).toBe(401);
  });
});

describe('a tag', () => {
  test('has the number of its posts, the members who write about it and the state of the viewer', async () => {
    await write(grace, '#about');
    for (let count = 0; count < 2; count++) await write(ada, '#about');
    await grace.put('/api/follows/tags/About');
    expect(await describeTag(site.db, 'about', 'Everything about')).toBe(true);
    expect((await grace.get('/api/tags/ABOUT')).body).toEqual({
      name: 'about',
      description: 'Everything about',
      posts: 3,
      followers: 1,
      lastUsed: expect.any(String),
      aliases: [],
      members: [
        { user: { _id: ada._id, name: 'Ada', avatar: expect.any(String) }, posts: 2 },
        { user: { _id: grace._id, name: 'Grace', avatar: expect.any(String) }, posts: 1 },
      ],
      viewer: { following: true, muted: false },
    });
    expect((await ada.get('/api/tags/about')).body.viewer).toEqual({ following: false, muted: false });
  });

  test.for(['unknown', '1', 'a%20b', '%23a'])('returns 404 for %s', async (name) => {
    for (const request of [grace.get(`/api/tags/${name}`), grace.put(`/api/follows/tags/${name}`), grace.put(`/api/mutes/tags/${name}`)])
      expect(await request).toMatchObject(errorResponse(404, 'Tag not found'));
  });

  test('is gone when it has neither posts nor followers', async () => {
    const [kay, leaving] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const { _id } = await write(ada, '#gone-a #gone-b');
    await kay.put('/api/follows/tags/gone-a');
    await leaving.put('/api/follows/tags/gone-b');
    await ada.delete(`/api/posts/${_id}`);
    expect((await kay.get('/api/tags/gone-a')).body).toMatchObject({ posts: 0, followers: 1 });
    await kay.delete('/api/follows/tags/gone-a');
    await leaving.delete('/api/profile');
    await site.app.jobs.runDue();
    for (const tag of ['gone-a', 'gone-b']) expect((await kay.get(`/api/tags/${tag}`)).status, tag).toBe(404);
  });

  test('loses deleted posts, also those of a deleted account', async () => {
    const kay = await createMember(site, 'Kay');
    const first = await write(kay, '#fading');
    await write(kay, '#fading');
    await write(ada, '#fading');
    await kay.delete(`/api/posts/${first._id}`);
    expect(await postsOf('fading')).toBe(2);
    expect((await kay.delete('/api/profile')).status).toBe(200);
    expect(await listed('tag=fading')).toHaveLength(1);
    await site.app.jobs.runDue();
    expect(await postsOf('fading')).toBe(1);
  });
});

describe('an alias', () => {
  test('resolves at once, and a job moves posts, follows and mutes', async () => {
    const both = await write(ada, '#golang #go-lang');
    const old = await write(ada, 'I like #golang');
    await grace.put('/api/follows/tags/golang');
    await ada.put('/api/mutes/tags/golang');
    await addAlias(site.db, 'GoLang', 'go-lang');
    const now = await write(ada, 'Still #golang');
    expect(now).toMatchObject({ tags: ['go-lang'], text: 'Still #golang' });
    await runRecurring(site, 'tags.move');
    expect(await listed('tag=golang')).toEqual([now._id, old._id, both._id]);
    expect(await tagsOf(both._id)).toEqual(['go-lang']);
    expect((await grace.get('/api/tags/golang')).body).toMatchObject({
      ...{ name: 'go-lang', posts: 3, followers: 1, aliases: ['golang'] },
      viewer: { following: true, muted: false },
    });
    expect((await ada.get('/api/tags/go-lang')).body.viewer).toEqual({ following: false, muted: true });
    await ada.delete('/api/mutes/tags/go-lang');
    expect((await grace.get('/api/tags?q=golang')).body).toEqual([]);
  });

  test('moves mutes and follows immediately, before the job moves posts', async () => {
    const [kay, finn] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const [old, target] = [await write(ada, '#early-old'), await write(ada, '#early-new')];
    await kay.put('/api/mutes/tags/early-old');
    await finn.put('/api/follows/tags/early-old');
    expect(await listed('feed=following', finn)).toEqual([old._id]); // caches the page
    await addAlias(site.db, 'early-old', 'early-new');
    expect(await listed('feed=following', finn)).toEqual([target._id, old._id]);
    const written = await write(ada, '#early-old');
    expect(await listed('feed=following', finn)).toEqual([written._id, target._id, old._id]);
    expect((await finn.get('/api/tags/early-new')).body).toMatchObject({ followers: 1, viewer: { following: true } });
    const posts = [old, target, written].map(({ _id }) => _id);
    const shown = async () => (await listed('feed=latest', kay)).filter((id) => posts.includes(id)).toSorted();
    expect(await shown()).toEqual([]);
    expect(await kay.delete('/api/mutes/tags/early-old')).toMatchObject({ status: 200, body: { muted: false } });
    expect(await shown()).toEqual(posts.toSorted());
    expect((await finn.delete('/api/follows/tags/early-old')).status).toBe(200);
    for (const member of [kay, finn]) expect((await member.get('/api/follows')).body).toMatchObject({ tags: [], mutedTags: [] });
    await runRecurring(site, 'tags.move');
    expect(await shown()).toEqual(posts.toSorted());
    for (const member of [kay, finn]) expect((await member.get('/api/follows')).body).toMatchObject({ tags: [], mutedTags: [] });
    expect((await kay.get('/api/tags/early-new')).body).toMatchObject({ posts: 3, followers: 0 });
  });

  test('never becomes an alias of itself when two admins swap names', async () => {
    const pairs = Array.from({ length: 10 }, (_, number) => [`swap-a${number}`, `swap-b${number}`] as const);
    for (const [a, b] of pairs) {
      await Promise.all([addAlias(site.db, a, b), addAlias(site.db, b, a)]);
      expect(await site.db.all`select alias from tag_aliases where alias = any(${[a, b]})`).toHaveLength(1);
    }
  });

  test('of an alias stands for the same tag', async () => {
    const { _id } = await write(ada, '#chain-a');
    await addAlias(site.db, 'chain-a', 'chain-b');
    await addAlias(site.db, 'chain-b', 'chain-c');
    await runRecurring(site, 'tags.move');
    expect(await tagsOf(_id)).toEqual(['chain-c']);
    await addAlias(site.db, 'chain-c', 'chain-a');
    await runRecurring(site, 'tags.move');
    expect(await tagsOf(_id)).toEqual(['chain-a']);
    expect((await grace.get('/api/tags/chain-b')).body.name).toBe('chain-a');
  });
});

describe('muting a tag', () => {
  test('hides its posts in every list of the member and nowhere else', async () => {
    const [loud, quiet, own] = [await write(ada, '#loud #also'), await write(ada, '#also'), await write(grace, '#loud')];
    await grace.put(`/api/follows/users/${ada._id}`);
    const lists = ['feed=latest', 'feed=following', 'feed=unanswered', 'tag=also', `author=${ada._id}`, 'feed=top'];
    await ada.put(`/api/posts/like/${loud._id}`);
    await ada.put(`/api/posts/like/${quiet._id}`);
    await runRecurring(site, 'posts.top');
    for (const list of lists) expect(await listed(list), list).toContain(loud._id);
    expect(await grace.put('/api/mutes/tags/loud')).toMatchObject({ status: 200, body: { muted: true } });
    expect((await grace.put('/api/mutes/tags/loud')).status).toBe(200);
    for (const list of lists) {
      expect(await listed(list), list).not.toContain(loud._id);
      expect(await listed(list), list).toContain(quiet._id);
      if (list !== 'feed=following') expect(await listed(list, ada), list).toContain(loud._id);
    }
    expect(await listed('feed=latest')).toContain(own._id);
    expect((await grace.get(`/api/posts/${loud._id}`)).status).toBe(200);
    expect(await grace.delete('/api/mutes/tags/loud')).toMatchObject({ status: 200, body: { muted: false } });
    for (const list of lists) expect(await listed(list), list).toContain(loud._id);
  });

  test('can be undone after its last post is deleted, and so can following', async () => {
    const [kay] = (await createMembers(site, 1)) as [TestMember];
    const [spam, both] = [await write(ada, '#spam'), await write(ada, '#spam-too')];
    await kay.put('/api/mutes/tags/spam');
    await kay.put('/api/follows/tags/spam-too');
    for (const { _id } of [spam, both]) await ada.delete(`/api/posts/${_id}`);
    expect((await kay.get('/api/tags/spam')).status).toBe(404);
    for (const _ of ['first', 'repeated'])
      for (const url of ['/api/mutes/tags/Spam', '/api/follows/tags/spam-too']) expect((await kay.delete(url)).status, url).toBe(200);
    expect((await kay.get('/api/follows')).body).toEqual({ members: 0, tags: [], mutedTags: [] });
    expect((await kay.put('/api/mutes/tags/spam')).status).toBe(404);
  });

  test('returns 400 at the limit, and 200 again for a tag muted already', async () => {
    const [kay] = (await createMembers(site, 1)) as [TestMember];
    await write(ada, '#limit #over');
    await kay.put('/api/mutes/tags/limit');
    await site.db.run`
      insert into tag_mutes (user_id, tag, created_at)
      with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < cast(${limits.tagMutes - 1} as integer))
      select ${kay._id}, 'tag-' || number, 1 from numbers`;
    expect(await kay.put('/api/mutes/tags/over')).toMatchObject(errorResponse(400, 'You can mute at most 500 tags. Unmute some first.'));
    expect(await kay.put('/api/mutes/tags/limit')).toMatchObject({ status: 200, body: { muted: true } });
    expect((await kay.get('/api/follows')).body.mutedTags).toHaveLength(limits.tagMutes);
  });

  test('is not visible to others and returns 401 to visitors', async () => {
    await write(ada, '#private');
    await grace.put('/api/mutes/tags/private');
    expect((await ada.get('/api/tags/private')).body.viewer.muted).toBe(false);
    for (const list of ['follows', 'mutes'])
      for (const method of ['put', 'delete'] as const) expect((await visitor[method](`/api/${list}/tags/private`)).status).toBe(401);
    expect((await grace.get('/api/tags/private')).body).toMatchObject({ followers: 0, viewer: { following: false, muted: true } });
  });
});
