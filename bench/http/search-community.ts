import { v7 } from 'uuid';
import { rendererVersion } from '../../server/src/features/markdown/level.ts';
import { columnsOf } from '../../server/src/features/search/documents.ts';
import { hasProfile, prefixed, wholeTerm } from '../../server/src/features/search/index-rows.ts';
import type { Table, Target } from '../../server/src/platform/db/copy.ts';
import { lastId } from '../../server/src/platform/db/db.ts';
import { seqOf } from '../../server/src/platform/db/search.ts';
import { normaliserVersion } from '../../server/src/platform/text/normalise.ts';

export interface Sizes {
  members: number;
  posts: number;
}

/** Distinct words. The word of rank n occurs n times less often than the first, as in a natural language. */
const vocabulary = 30_000;

/** A pseudo-random sequence from 0 to 1, the same in every run (mulberry32). */
export function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

const syllables = Array.from('bcdfghklmnprstvw', (consonant) => Array.from('aeiou', (vowel) => consonant + vowel)).flat();

/** The words by rank: four letters if they are frequent, otherwise six or seven, so that many words share a beginning. */
const vocabularyOf = (): string[] =>
  Array.from({ length: vocabulary }, (_, rank) => {
    const count = rank < 50 ? 2 : 3;
    // A multiplication by a number without common factors gives each rank different syllables.
    const number = (rank * 31_337) % syllables.length ** count;
    const word = Array.from({ length: count }, (_, place) => syllables[Math.floor(number / syllables.length ** place) % syllables.length]);
    return `${word.join('')}${rank % 3 === 2 ? 'n' : ''}`;
  });

const [skills, places] = [
  ['Rust', 'Go', 'TypeScript', 'C++', 'Node.js', 'Python', 'SQL', 'Java'],
  ['New York', 'Berlin', 'Bern', 'Łódź', '東京', 'Paris'],
];

/** Number of tags: the most frequent words. They have no posts, only the number of them. */
const tags = 3000;

/** Documents are spread over the three years from here (milliseconds since 1970). */
const [firstTime, period] = [Date.UTC(2023), 3 * 365 * 86_400_000];

/** Fills an empty database with members, all with a profile, with posts of 40 words, a third of them with a title, and with tags. */
export async function fill(target: Target, engine: 'sqlite' | 'postgres', { members, posts }: Sizes): Promise<void> {
  const random = sequence(1);
  const dictionary = vocabularyOf();
  const words = (count: number) =>
    Array.from({ length: count }, () => dictionary[Math.floor(Math.exp(random() * Math.log(vocabulary)))]).join(' ');
  const one = <T>(list: T[]): T => list[Math.floor(random() * list.length)] as T;
  const insert = await inserter(target);
  const ids: string[] = [];
  const timeOf = (index: number, count: number) => firstTime + Math.floor((index / count) * period);
  const terms = (kind: 'post' | 'person', id: string, time: number, title: string, texts: string[], filters: string[][]) => {
    return { seq: seqOf(kind, time), id, version: normaliserVersion, ...columnsOf(engine, { kind, title, texts, filters }) };
  };
  for (let index = 0; index < members; index++) {
    const time = timeOf(index, members);
    const id = v7({ msecs: time });
    ids.push(id);
    const [name, bio, skill, other, location, isOpen] = [words(2), words(20), one(skills), one(skills), one(places), random() < 0.1];
    await insert('users', { id, name, email: id, email_key: id, password_hash: 'x', created_at: time });
    const profile = { status: 'Developer', skills: JSON.stringify([skill, other]), location, bio, open_to_work: isOpen ? 1 : 0 };
    await insert('profiles', { id: v7({ msecs: time }), user_id: id, created_at: time, cache_version: 1, ...profile });
    const filters = [
      [hasProfile],
      ...(isOpen ? [['open:work']] : []),
      ...[skill, other].map((name) => [wholeTerm('skill', name)]),
      prefixed('place', location),
      prefixed('status', 'Developer'),
    ];
    await insert('search_documents', {
      user_id: id,
      ...terms('person', id, time, name, ['Developer', location, skill, other, bio], filters),
    });
  }
  const unchanged = {
    format: 'markdown',
    visibility: 'members',
    version: 1,
    cache_version: 1,
    like_count: 0,
    comment_count: 0,
    comments_closed: 0,
    comments_visibility: 'public',
  };
  for (let index = 0; index < posts; index++) {
    const time = timeOf(index, posts);
    const [id, userId, hasCode] = [v7({ msecs: time }), one(ids), random() < 0.1];
    const [text, title] = [words(40) + (hasCode ? ' `code`' : ''), random() < 0.3 ? words(5) : null];
    await insert('posts', { id, user_id: userId, title, text, created_at: time, ...unchanged });
    await insert('post_html', { post_id: id, renderer: rendererVersion, html: `<p>${text}</p>` });
    const filters = [[`by:${userId}`], ...(hasCode ? [['has:code']] : [])];
    await insert('search_documents', { user_id: userId, post_id: id, ...terms('post', id, time, title ?? '', [text], filters) });
  }
  for (const [rank, name] of dictionary.slice(0, tags).entries())
    await insert('tags', { id: v7({ msecs: firstTime }), name, posts: Math.ceil(posts / (rank + 1)), followers: 0, used_at: firstTime });
  // Otherwise the job would look for texts that are not indexed.
  for (const kind of ['post', 'person', 'comment']) await insert('search_progress', { kind, version: normaliserVersion, after_id: lastId });
  await insert.flush();
}

const batch = 500;

/** The tables that are filled. Referenced ones come first. */
const filled = ['users', 'profiles', 'posts', 'post_html', 'search_documents', 'tags', 'search_progress'] as const;

/** Returns a function that inserts rows in batches. */
async function inserter(target: Target) {
  const tables = await target.tables();
  const waiting = new Map<string, Array<Record<string, string | number | null>>>(filled.map((name) => [name, []]));
  const flush = async () => {
    for (const [name, rows] of waiting) {
      const table = tables.find((one) => one.name === name) as Table;
      await target.insert(
        table,
        rows.splice(0).map((row) => table.columns.map((column) => row[column] ?? null)),
      );
    }
  };
  const insert = async (table: (typeof filled)[number], row: Record<string, string | number | null>) => {
    if (waiting.get(table)?.push(row) === batch) await flush();
  };
  return Object.assign(insert, { flush });
}

/** The published mix: each kind of query has the same share. */
export function queries(): Record<string, (random: () => number) => string> {
  const dictionary = vocabularyOf();
  const any = (random: () => number, from: number, to: number) => dictionary[from + Math.floor(random() * (to - from))] as string;
  return {
    'frequent word': (random) => `q=${any(random, 1, 50)}%20`,
    'usual word': (random) => `q=${any(random, 50, 2000)}%20`,
    'rare word': (random) => `q=${any(random, 2000, vocabulary)}%20`,
    'two frequent words': (random) => `q=${any(random, 1, 50)}+${any(random, 1, 50)}%20`,
    'frequent and rare word': (random) => `q=${any(random, 1, 50)}+${any(random, 2000, vocabulary)}%20`,
    'three usual words': (random) => `q=${any(random, 20, 500)}+${any(random, 20, 500)}+${any(random, 20, 500)}%20`,
    'beginning of 3 letters': (random) => `q=${any(random, 50, vocabulary).slice(0, 3)}`,
    'beginning of 5 letters': (random) => `q=${any(random, 50, vocabulary).slice(0, 5)}`,
    'word and beginning of 3 letters': (random) => `q=${any(random, 1, 2000)}+${any(random, 1, vocabulary).slice(0, 3)}`,
    phrase: (random) => `q=%22${any(random, 1, 50)}+${any(random, 1, 200)}%22`,
    'word without another': (random) => `q=${any(random, 1, 500)}+-${any(random, 1, 50)}`,
    'word with code': (random) => `q=${any(random, 1, 500)}+has:code`,
    'name of a member': (random) => `type=people&q=${any(random, 1, 5000)}`,
    'skill and place': () => `type=people&q=skill:rust+place:%22new+york%22`,
  };
}

/** Requests of single key presses: the beginning of a word, alone or after another one. */
export function keyPresses(): Record<string, (random: () => number) => string> {
  const dictionary = vocabularyOf();
  const any = (random: () => number) => dictionary[Math.floor(random() ** 3 * vocabulary)] as string;
  const beginning = (letters: number) => (random: () => number) => `q=${any(random).slice(0, letters)}`;
  return {
    ...Object.fromEntries([1, 2, 3, 4, 6].map((count) => [`${count} ${count === 1 ? 'letter' : 'letters'}`, beginning(count)])),
    'word and 1 letter': (random) => `q=${any(random)}+${any(random).slice(0, 1)}`,
    'word and 3 letters': (random) => `q=${any(random)}+${any(random).slice(0, 3)}`,
    'two words and 3 letters': (random) => `q=${any(random)}+${any(random)}+${any(random).slice(0, 3)}`,
  };
}
