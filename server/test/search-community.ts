import type { Db } from '../src/platform/db/db.ts';
import type { Client } from './client.ts';
import { createMember, saveProfile, type TestMember } from './members.ts';
import type { Site } from './site.ts';

/* A fixed community for the search tests: members, posts and comments in several scripts, by names that the tests use. */

const people: Record<string, Record<string, unknown>> = {
  'Ada Lovelace': { status: 'Senior Developer', location: 'New York, USA', skills: 'Rust, C++, Machine Learning', openTo: ['work'], bio: 'Wrote the first program.' },
  'Łukasz Żółw': { status: 'Developer', location: 'Łódź, Polska', skills: 'C#, .NET, F#', openTo: ['mentoring'], headline: 'Turtles all the way down' },
  'Søren Ørsted': { status: 'Junior Developer', location: 'York, UK', skills: 'Node.js, TypeScript', company: 'Electromagnetic ApS' },
  'Ада Лавлейс': { status: 'Developer', location: 'Москва', skills: 'Go, PostgreSQL', bio: 'Пишу компиляторы и ёлочные игрушки.' },
  'محمد الخوارزمي': { status: 'Instructor', location: 'بغداد', skills: 'Algorithms', bio: 'كِتَابٌ عن الجبر' },
  山田太郎: { status: 'Manager', location: '東京', skills: 'Ruby, データベース', bio: '全文検索が好きです。' },
  김철수: { status: 'Intern', location: '서울', skills: 'Kotlin', bio: '검색 기능을 만듭니다.' },
  'Jean-François Müller': { status: 'Developer', location: 'Genève', skills: 'Java, JavaScript', openTo: ['work', 'collaboration'], bio: 'Straße und Weiß' },
  'Adam Smith': { status: 'Developer', location: 'New Orleans and York', skills: 'Rust Embedded' },
}; // biome-ignore format: one line per member

/** Oldest first: name, author, text, title. */
const posts: Array<[name: string, author: string, text: string, title?: string]> = [
  ['borrow', 'Ada Lovelace', 'The borrow checker of Rust complains about my lifetimes.', 'Rust lifetimes'],
  ['rusty', 'Adam Smith', 'My bike is rusty. Rust everywhere!'],
  ['cpp', 'Ada Lovelace', 'I still write C++ for a living, not C.', 'From C++ to Rust'],
  ['csharp', 'Łukasz Żółw', 'C# and F# run on .NET. I like that.'],
  ['node', 'Søren Ørsted', 'Next.js needs Node.js 26; see https://nodejs.example/docs/install.'],
  ['camel', 'Søren Ørsted', 'Call getUserName() or parseHTTPResponse, not user_name_of or __init__.'],
  ['code', 'Ada Lovelace', 'Look:\n\n```rust\nfn main() { println!("hello"); }\n```\n\nDone.'],
  ['span', 'Søren Ørsted', 'Use `await` here.'],
  ['turtle', 'Łukasz Żółw', 'Zażółć gęślą jaźń — żółw idzie do Łodzi.', 'Żółw'],
  ['strasse', 'Jean-François Müller', 'Die Straße ist naß. Cœur, naïve café, crème brûlée.'],
  ['danish', 'Søren Ørsted', 'Rødgrød med fløde på Ærø.'],
  ['turkish', 'Adam Smith', 'Diyarbakır ve İstanbul arasında ışık.'],
  ['vietnamese', 'Adam Smith', 'Tiếng Việt rất đẹp.'],
  ['russian', 'Ада Лавлейс', 'Съешь ещё этих мягких французских булок, да выпей чаю.', 'Ёлка'],
  ['ukrainian', 'Ада Лавлейс', 'Їжак і ґанок під Києвом.'],
  ['greek', 'Adam Smith', 'Ο Σίσυφος και ο λόγος του.'],
  ['arabic', 'محمد الخوارزمي', 'هَذَا كِتَابٌ جَمِيلٌ عن البرمجة، والبرمجـــة ممتعة.', 'أهلا'],
  ['hebrew', 'محمد الخوارزمي', 'שָׁלוֹם לכולם'],
  ['japanese', '山田太郎', 'PostgreSQLの全文検索はすばらしい。黒猫も検索する。', '日本語の検索'],
  ['katakana', '山田太郎', 'データベースとガベージコレクション。'],
  ['halfwidth', '山田太郎', 'ﾃﾞｰﾀ ＡＰＩ'],
  ['chinese', '山田太郎', '我们在北京学习编程语言。'],
  ['korean', '김철수', '한국어 검색을 지원합니다.'],
  ['version', 'Ada Lovelace', 'Python 3.11 and ES2026 arrived on 2026-11-22. Ready? Yes... go!'],
  ['phrase', 'Adam Smith', 'new york is not york new', 'City names'],
  ['hyphen', 'Adam Smith', "State-of-the-art engines don't stop. O'Brien said so."],
  ['mail', 'Adam Smith', 'Write to engine@analytical.test or @ada about #engines & <b>bold</b> things.'],
  ['quotes', 'Adam Smith', 'He said "NEAR(a b)" and \'x\' OR 1=1; -- title:rust * ^boost'],
  ['emoji', 'Adam Smith', 'Ship it 🚀 today 1️⃣'],
  ['long', 'Adam Smith', `${'filler words '.repeat(300)}needle`],
  ['title', 'Ada Lovelace', 'Nothing here.', 'Engines and lifetimes'],
  ['both', 'Ada Lovelace', 'engines lifetimes lifetimes lifetimes engines'],
  ['newest', 'Łukasz Żółw', 'An engine of our own, and lifetimes.', 'Engines'],
];

/** Name, post, author and text. */
const comments: Array<[name: string, post: string, author: string, text: string]> = [
  ['c-rust', 'borrow', 'Łukasz Żółw', 'Rust is fine, `clone()` helps.'],
  ['c-node', 'node', 'Ada Lovelace', 'Use node.js 26.'],
  ['c-russian', 'russian', 'Ada Lovelace', 'Спасибо за булки!'],
  ['c-japanese', 'japanese', '김철수', '黒猫がかわいい'],
];

/** Creates the community through the API. Returns the names of posts, comments and people by id, and a client. */
export async function createCommunity(site: Site): Promise<{ nameOf: Map<string, string>; idOf: Map<string, string>; reader: Client }> {
  const members = new Map<string, TestMember>();
  const nameOf = new Map<string, string>();
  for (const [index, [name, fields]] of Object.entries(people).entries()) {
    const member = await createMember(site, name, `member-${index}@example.org`);
    await saveProfile(member, fields);
    nameOf.set((await member.get('/api/profile/me')).body._id, name);
    members.set(name, member);
  }
  const idOf = new Map(Array.from(members, ([name, { _id }]) => [name, _id]));
  for (const [name, author, text, title] of posts) {
    const { body } = await (members.get(author) as TestMember).post('/api/posts', { text, title });
    nameOf.set(body._id, name);
    idOf.set(name, body._id);
  }
  for (const [name, post, author, text] of comments) {
    const { body } = await (members.get(author) as TestMember).post(`/api/posts/comment/${idOf.get(post)}`, { text });
    nameOf.set(body[0]._id, name);
  }
  return { nameOf, idOf, reader: members.get('Adam Smith') as TestMember };
}

/** Gives documents other numbers, by id. */
export async function renumber(db: Db, numbers: Array<readonly [id: string, seq: number]>): Promise<void> {
  await db.run`update search_documents set seq = -seq where id = any(${numbers.map(([id]) => id)})`;
  for (const [id, seq] of numbers) await db.run`update search_documents set seq = ${seq} where id = ${id}`;
  if (db.engine === 'sqlite') await db.run`insert into search_index (search_index) values ('rebuild')`;
}
