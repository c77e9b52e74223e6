import { limits, searchErrors } from '@dev-connector/contract';
import { beforeAll, expect, inject, test } from 'vitest';
import { seqOf } from '../../src/platform/db/search.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { errorResponse } from '../client.ts';
import { createCommunity, renumber } from '../search-community.ts';
import { openSite } from '../site.ts';

/* The results of each query in their order: those with the words in the title first, each group newest first. The same on both engines. */
const posts: Record<string, string> = {
  // words
  rust: 'cpp borrow quotes code rusty',
  RUST: 'cpp borrow quotes code rusty',
  'rust lifetimes': 'borrow',
  'lifetimes rust ': 'borrow',
  lifetimes: 'title borrow newest both',
  engines: 'newest title mail both hyphen',
  'engines lifetimes': 'title newest both',
  'borrow checker': 'borrow',
  'borrow bike': '',
  'nothing-at-all': '',
  absent: '',
  // the last word is a beginning
  lifeti: 'title borrow newest both',
  'lifeti ': '',
  li: '',
  'engi lifetimes': '',
  'lifetimes engi': 'title newest both',
  borr: 'borrow',
  // the beginning of an operator, whose terms all documents have
  kin: '',
  kind: '',
  has: '',
  'rust kin': '',
  lif: 'title borrow newest both',
  life: 'title borrow newest both',
  lifx: '',
  liferaft: '',
  'rust lif': 'borrow',
  'rust life': 'borrow',
  'rust li': '',
  'bike rus': 'rusty',
  'bike rust': 'rusty',
  'bike rustx': '',
  '"borrow checker" rus': 'borrow',
  '"borrow checker" bik': '',
  get_user: '',
  user_na: 'camel',
  // phrases
  '"new york"': 'phrase',
  '"york new"': 'phrase',
  '"new new"': '',
  '"york is"': 'phrase',
  '"is not york"': 'phrase',
  '"borrow checker of rust"': 'borrow',
  '"checker borrow"': '',
  '"lifetimes"': 'title borrow newest both',
  '"lifeti"': '',
  '"lifetimes the borrow"': '',
  '"unclosed borrow': '',
  '"lifetimes lifetimes"': 'both',
  '"lifetimes lifetimes lifetimes"': 'both',
  '"lifetimes lifetimes lifetimes lifetimes"': '',
  '"engines lifetimes"': 'both',
  '"lifetimes engines"': 'both',
  '"engines and lifetimes"': 'title',
  '"rust lifetimes"': 'borrow',
  '"words filler words"': 'long',
  '"filler filler"': '',
  '"write c++ for"': 'cpp',
  '"to rust"': 'cpp',
  '"rust i"': '',
  '"c not"': '',
  '"not c" "from c++"': 'cpp',
  '"borrow checker': 'borrow',
  // exclusion
  'rust -bike': 'cpp borrow quotes code',
  'rust -"borrow checker"': 'cpp quotes code rusty',
  'lifetimes -engines -borrow': '',
  'rust -rust': '',
  'rust -"rust lifetimes"': 'cpp quotes code rusty',
  'rust -"lifetimes rust"': 'cpp borrow quotes code rusty',
  'engines -"engines lifetimes"': 'newest title mail hyphen',
  'engines -lifetimes': 'mail hyphen',
  'rust - bike': 'rusty',
  '-rust': '',
  // names of languages and programs
  'c++': 'cpp',
  'C++ ': 'cpp',
  'c#': 'csharp',
  'f#': 'csharp',
  '.net': 'csharp',
  net: 'csharp',
  'c ': 'cpp csharp',
  'node.js': 'node',
  'next.js': 'node',
  'NEXT.JS 26': 'node',
  'next js': 'node',
  'node 26': 'node',
  nodejs: 'node',
  '"node.js 26"': 'node',
  '3.11': 'version',
  es2026: 'version',
  es: 'version',
  2026: 'version',
  '2026-11-22': 'version',
  'ready?': 'version',
  'yes...': 'version',
  // code
  getUserName: 'camel',
  getusername: 'camel',
  'user name': 'camel',
  '"get user name"': 'camel',
  '"user name of"': 'camel',
  http: 'camel node',
  'https ': 'node',
  HTTPResponse: '',
  'parse response': 'camel',
  user_name_of: 'camel',
  init: 'camel',
  __init__: 'camel',
  println: 'code',
  'fn main': 'code',
  // diacritics
  zolw: 'turtle',
  ŻÓŁW: 'turtle',
  'zażółć gęślą': 'turtle',
  'zazolc gesla jazn': 'turtle',
  lodzi: 'turtle',
  strasse: 'strasse',
  Straße: 'strasse',
  STRASSE: 'strasse',
  'nass coeur': 'strasse',
  'cœur naive': 'strasse',
  'cafe creme brulee': 'strasse',
  'cafe\u0301': 'strasse',
  rodgrod: 'danish',
  'fløde aero': 'danish',
  diyarbakir: 'turkish',
  istanbul: 'turkish',
  İSTANBUL: 'turkish',
  ışık: 'turkish',
  isik: 'turkish',
  'tieng viet dep': 'vietnamese',
  // Cyrillic, Greek, Arabic, Hebrew
  булок: 'russian',
  ЕЩЕ: 'russian',
  ещё: 'russian',
  елка: 'russian',
  французск: 'russian',
  'їжак ґанок': 'ukrainian',
  Сисифос: '',
  σισυφος: 'greek',
  ΛΟΓΟΣ: 'greek',
  كتاب: 'arabic',
  كِتَابٌ: 'arabic',
  البرمجة: 'arabic',
  والبرمجة: 'arabic',
  اهلا: 'arabic',
  'هذا جميل': 'arabic',
  שלום: 'hebrew',
  // Chinese, Japanese, Korean
  検索: 'japanese',
  全文検索: 'japanese',
  文検: 'japanese',
  猫: 'japanese',
  黒: 'japanese',
  語: 'japanese',
  'PostgreSQL 検索': 'japanese',
  '"全文検索はすばらしい"': 'japanese',
  検文: '',
  検索す: 'japanese',
  検索さ: '',
  'postgresql 検': 'japanese',
  'postgresql 犬': '',
  '"全文 検索"': '',
  '"黒猫も検索する"': 'japanese',
  '"検索する黒猫"': '',
  データ: 'halfwidth katakana',
  ﾃﾞｰﾀ: 'halfwidth katakana',
  ガベージ: 'katakana',
  カベージ: '',
  api: 'halfwidth',
  北京: 'chinese',
  编程语言: 'chinese',
  北京编程: '',
  검색: 'korean',
  한국어: 'korean',
  '검색을 지원': 'korean',
  // punctuation
  'state-of-the-art': 'hyphen',
  "don't": 'hyphen',
  dont: '',
  "O'Brien": 'hyphen',
  'engine@analytical.test': 'mail',
  '#engines': 'mail',
  '<b>bold</b>': 'mail',
  '🚀 today': 'emoji',
  needle: 'long',
  // operators
  'by:"Ada Lovelace"': 'both title version code cpp borrow',
  'by:lovelace rust': 'cpp borrow code',
  'by:ada lifetimes': 'title borrow both',
  'by:ada has:code': 'code',
  'by:nobody-here': '',
  'rust -by:ada': 'quotes rusty',
  'rust -by:nobody-here': 'cpp borrow quotes code rusty',
  'BY:адa': '',
  'by:ада': 'ukrainian russian',
  'has:code': 'span code',
  'rust -has:code': 'cpp borrow quotes rusty',
  'rust after:2020-01-01': 'cpp borrow quotes code rusty',
  'rust after:2083-01-01': '',
  'rust before:2020-01-01': '',
  'rust before:2083-01-01 after:2020-01-01': 'cpp borrow quotes code rusty',
  'tag:rust': '',
  // an unknown operator is two words
  'title:rust': 'quotes',
  'kind:post': '',
};

const people: Record<string, string> = {
  ada: 'Adam Smith, Ada Lovelace',
  'ada ': 'Ada Lovelace',
  lovelace: 'Ada Lovelace',
  'first program': 'Ada Lovelace',
  lukasz: 'Łukasz Żółw',
  'orsted soren': 'Søren Ørsted',
  muller: 'Jean-François Müller',
  'jean-francois': 'Jean-François Müller',
  лавлейс: 'Ада Лавлейс',
  елочные: 'Ада Лавлейс',
  الخوارزمي: 'محمد الخوارزمي',
  الجبر: 'محمد الخوارزمي',
  山田: '山田太郎',
  太郎: '山田太郎',
  全文検索: '山田太郎',
  철수: '김철수',
  rust: 'Ada Lovelace, Adam Smith',
  'skill:rust': 'Ada Lovelace',
  'skill:"machine learning"': 'Ada Lovelace',
  'skill:machine': '',
  'skill:c++': 'Ada Lovelace',
  'skill:c#': 'Łukasz Żółw',
  'skill:.net -skill:java': 'Łukasz Żółw',
  'skill:node.js': 'Søren Ørsted',
  'skill:java': 'Jean-François Müller',
  'skill:データベース': '山田太郎',
  'skill:js': 'Jean-François Müller',
  'skill:Golang': 'Ада Лавлейс',
  'skill:postgres -skill:go': '',
  'place:"new york"': 'Ada Lovelace',
  'place:york': 'Adam Smith, Søren Ørsted, Ada Lovelace',
  'place:new': 'Adam Smith, Ada Lovelace',
  'place:lodz': 'Łukasz Żółw',
  'place:москва': 'Ада Лавлейс',
  'place:東京': '山田太郎',
  'place:york skill:rust': 'Ada Lovelace',
  'place:york -skill:rust': 'Adam Smith, Søren Ørsted',
  'status:senior': 'Ada Lovelace',
  'status:"junior developer"': 'Søren Ørsted',
  kin: '',
  ski: '',
  statu: '',
  'open:work': 'Jean-François Müller, Ada Lovelace',
  'open:work open:collaboration': 'Jean-François Müller',
  'open:mentoring': 'Łukasz Żółw',
  'turtles -open:work': 'Łukasz Żółw',
  'rust after:2020-01-01': 'Ada Lovelace, Adam Smith',
};

const comments: Record<string, string> = {
  rust: 'c-rust',
  'has:code': 'c-rust',
  'node.js': 'c-node',
  'by:lovelace': 'c-russian c-node',
  булки: 'c-russian',
  黒猫: 'c-japanese',
  checker: '',
};

const site = await openSite();
let community: Awaited<ReturnType<typeof createCommunity>>;
beforeAll(async () => {
  community = await createCommunity(site);
}, 120_000);

const search = (q: string, type: string) => community.reader.get(`/api/search?limit=100&type=${type}&q=${encodeURIComponent(q)}`);

async function names(q: string, type: string): Promise<string[]> {
  const { status, raw, body } = await search(q, type);
  expect(status, raw).toBe(200);
  return body.map(({ _id }: { _id: string }) => community.nameOf.get(_id));
}

test.for(Object.entries(posts))('posts: %s', async ([q, expected]) => {
  expect((await names(q, 'posts')).join(' ')).toBe(expected);
});

test.for(Object.entries(people))('people: %s', async ([q, expected]) => {
  expect((await names(q, 'people')).join(', ')).toBe(expected);
});

test.for(Object.entries(comments))('comments: %s', async ([q, expected]) => {
  expect((await names(q, 'comments')).join(' ')).toBe(expected);
});

test('finds the posts of an author by id', async () => {
  expect(await names(`by:${community.idOf.get('Ada Lovelace')} rust`, 'posts')).toEqual(['cpp', 'borrow', 'code']);
});

test('finds everything of a period without words, newest first', async () => {
  const created = [...community.nameOf.values()].reverse();
  const comments = created.filter((name) => name.startsWith('c-'));
  const people = created.filter((name) => /^\p{Lu}|\p{Lo}/u.test(name));
  const posts = created.filter((name) => !comments.includes(name) && !people.includes(name));
  for (const [type, all] of Object.entries({ posts, people, comments })) {
    expect(await names('after:2020-01-01', type)).toEqual(all);
    expect(await names('before:2083-01-01 after:2020-01-01', type)).toEqual(all);
    expect(await names('before:2020-01-01', type)).toEqual([]);
  }
  expect(await names('after:2020-01-01 -node.js', 'comments')).toEqual(['c-japanese', 'c-russian', 'c-rust']);
  expect(await names('after:2020-01-01 -by:ada', 'comments')).toEqual(['c-japanese', 'c-rust']);
});

test('returns the posts of a period page by page', async () => {
  const all = await names('after:2020-01-01', 'posts');
  const first = await community.reader.get('/api/search?limit=20&q=after:2020-01-01');
  const next = await community.reader.get(first.headers.link?.match(/<([^>]+)>/)?.[1] ?? '');
  expect([...first.body, ...next.body].map(({ _id }) => community.nameOf.get(_id))).toEqual(all);
});

const invalid: Array<[q: string, type: string, msg: string]> = [
  ['', 'posts', searchErrors.empty],
  ['   ', 'posts', searchErrors.empty],
  ['?!. - ""', 'posts', searchErrors.empty],
  ['-by:ada', 'posts', searchErrors.empty],
  ['"'.repeat(200), 'posts', searchErrors.empty],
  ['*', 'posts', searchErrors.empty],
  ['x'.repeat(limits.searchQuery + 1), 'posts', `Query must be at most ${limits.searchQuery} characters`],
  ['a '.repeat(limits.searchTerms + 1), 'posts', searchErrors.tooLong],
  ['検'.repeat(limits.searchTerms + 2), 'posts', searchErrors.tooLong],
  ['rust skill:rust', 'posts', 'skill: does not apply to posts'],
  ['place:york', 'comments', 'place: does not apply to comments'],
  ['by:ada', 'people', 'by: does not apply to people'],
  ['tag:rust', 'comments', 'tag: does not apply to comments'],
  ['rust has:pictures', 'posts', searchErrors.has],
  ['open:minded', 'people', searchErrors.open],
  ['rust after:yesterday', 'posts', searchErrors.date('after')],
  ['rust before:2026-02-30', 'posts', searchErrors.date('before')],
  ['rust -after:2026-01-01', 'posts', searchErrors.negative('after')],
  ['skill:"?"', 'people', searchErrors.value('skill')],
  ['by:"!"', 'posts', searchErrors.value('by')],
  ['rust by:', 'posts', searchErrors.value('by')],
  ['tag: rust', 'posts', searchErrors.value('tag')],
  ['after:', 'posts', searchErrors.date('after')],
  ['tag:"?"', 'posts', searchErrors.value('tag')],
  ['by:ada '.repeat(limits.searchAuthors + 1), 'posts', searchErrors.tooManyAuthors],
  ['rust \0', 'posts', 'Query holds a character that cannot be stored'],
];
test.for(invalid)('returns 400 for %s in %s', async ([q, type, msg]) => {
  expect(await search(q, type)).toMatchObject(errorResponse(400, msg, 'q'));
});

test('returns 400 without a query and for an unknown type', async () => {
  expect(await community.reader.get('/api/search')).toMatchObject(errorResponse(400, searchErrors.empty, 'q'));
  expect(await search('rust', 'everything')).toMatchObject(errorResponse(400, 'Type must be posts, people or comments', 'type'));
});

const hostile: Record<string, string> = {
  'NEAR(rust lifetimes, 2)': '',
  'NEAR(a b)': 'quotes',
  '"a" OR "b"': 'quotes',
  'rust OR bike': '',
  'rust AND NOT bike': '',
  'rust* ^rust': 'cpp borrow quotes code rusty',
  '{title words} : rust': '',
  "rust' & 'bike": 'rusty',
  "rust:* | !bike <-> 'x'": '',
  "'; drop table posts; --": '',
  'rust\\': 'cpp borrow quotes code rusty',
  '-"': '',
  'rust """"""': 'cpp borrow quotes code rusty',
  'by:kind:post': '',
  titl: '',
  title: 'quotes',
};
test.for(Object.entries(hostile))('treats %s as words', async ([q, expected]) => {
  const { status, body } = await search(q, 'posts');
  if (status === 400) expect(body.errors).toEqual([expect.objectContaining({ field: 'q' })]);
  else expect(body.map(({ _id }: { _id: string }) => community.nameOf.get(_id)).join(' ')).toBe(expected);
});

async function expectSame(): Promise<void> {
  for (const [q, expected] of Object.entries(posts)) expect((await names(q, 'posts')).join(' '), q).toBe(expected);
  for (const [q, expected] of Object.entries(people)) expect((await names(q, 'people')).join(', '), q).toBe(expected);
}

const day = 24 * 60 * 60 * 1000; // ms

/** Moves the documents of posts and people into the past, so that they are this many milliseconds apart. */
async function spread(distance: number): Promise<void> {
  const rows = await site.db.all<{ id: string; post_id: string | null }>`
    select id, post_id from search_documents where comment_id is null order by seq desc`;
  await renumber(
    site.db,
    rows.map(({ id, post_id }, index) => [id, seqOf(post_id ? 'post' : 'person', Date.now() - index * distance)]),
  );
}

test.for([0.1, 0.4, 3, 20, 50])('finds the same in documents that are %s days apart', async (days) => {
  await spread(days * day);
  await expectSame();
  const posts = await site.db.all<{ id: string; seq: number }>`
    select id, seq from search_documents where post_id is not null and comment_id is null order by seq desc`;
  for (const ago of [0, 1, 7, 15, 70, 250, 900]) {
    const date = new Date(Date.now() - ago * day).toISOString().slice(0, 10);
    const first = seqOf('post', Date.parse(date));
    const expected = posts.filter(({ seq }) => seq >= first).map(({ id }) => community.nameOf.get(id));
    expect(await names(`after:${date}`, 'posts'), date).toEqual(expected);
  }
});

/** Adds documents of a post or person that only some queries match. */
async function addDocuments(kind: 'post' | 'person', count: number, from: number, step: number, terms: string[]): Promise<void> {
  const [author] = community.idOf.values();
  const [columns, values] =
    inject('engine') === 'postgres'
      ? [sql`words`, sql`${terms.map((term, index) => `'${term}':${index * 2 + 1}`).join(' ')}`]
      : [sql`title, words`, sql`'', ${terms.join(' - ')}`];
  await site.db.run`
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${count})
    insert into search_documents (seq, id, user_id, version, ${columns})
    select cast(${seqOf(kind, from)} as bigint) + cast(${step} as bigint) * number, ${`${kind} ${from} `} || number, ${author ?? ''}, 1, ${values}
    from numbers`;
}

test('finds the same below thousands of newer posts and people', async () => {
  for (const kind of ['post', 'person'] as const) await addDocuments(kind, 4200, Date.now() + day, 1, [`kind:${kind}`, 'by:nobody']);
  await expectSame();
});

test('finds a phrase below thousands of posts with the same words', async () => {
  const now = Date.now();
  await addDocuments('post', 6000, now + 10 * day, 2 ** 30, ['kind:post', 'checker', 'borrow']);
  await addDocuments('post', 1, now + 200 * day, 1, ['kind:post']);
  expect(await names('"borrow checker"', 'posts')).toEqual(['borrow']);
  expect(await names('"checker borrow"', 'posts')).toEqual([]);
});

test('answers a lone surrogate and invalid percent-encoding', async () => {
  for (const q of ['%ED%A0%80', '%', '%F0%9F', 'rust%ED%A0%80'])
    expect([200, 400]).toContain((await community.reader.get(`/api/search?q=${q}`)).status);
});
