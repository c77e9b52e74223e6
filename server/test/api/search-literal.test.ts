import { searchErrors } from '@dev-connector/contract';
import { beforeAll, expect, test } from 'vitest';
import { errorResponse } from '../client.ts';
import { createMember, saveProfile, signUp } from '../members.ts';
import { openSite } from '../site.ts';

/* Texts from terminals and code as queries. A hyphen excludes a word, unless a text contains the query as typed. */

/** Oldest first. */
const posts: Record<string, string> = {
  npm: 'Run `npm install --save-dev vitest` first.',
  amend: 'Use git commit --amend to change it.',
  rm: 'Never run `rm -rf /` as root.',
  rmdir: 'Remove empty folders with rm and rmdir.',
  rf: 'rm, rf: an amplifier in the rf range',
  tar: '```sh\ntar -xzf a.tgz\n```',
  docker: 'docker run -it --rm alpine sh',
  wall: 'CFLAGS="-Wall -Wextra"',
  wally: 'The wall of the house',
  minus: 'a - b is x-y, or -1',
  std: 'Compile C++ with g++ -O2, or C++ -std=c++20 later',
  curl: 'curl   -X\nPOST https://api.example/v1',
  grep: 'ps aux | grep -v foo',
  grepping: 'grep a file for lines',
  phone: 'On a phone: pip install —upgrade pip, and ls –all, and head −n',
  vector: 'std::vector<int> v; http://localhost:8080/x at 12:30, C:\\Users\\ada, foo:bar, a:b',
  quoted: 'He wrote “deep space” and „tiefer Raum“ and «espace profond».',
  arrow: 'node->next, (x)->y, f -> g',
  flag: 'ls -Ärger --ÉTÉ',
};

const queries: Record<string, string> = {
  'npm install --save-dev': 'npm',
  'npm install —save-dev': 'npm',
  'npm --save-dev install': 'npm',
  'git commit --amend': 'amend',
  'commit --amend': 'amend',
  'rm -rf': 'docker rmdir rm',
  'RM   -RF': 'docker rmdir rm',
  'rm −rf': 'docker rmdir rm',
  'rm ‑rf': 'docker rmdir rm',
  'rm －rf': 'docker rmdir rm',
  'rm rf': 'rf rm',
  'rm --rf': 'rf rm',
  'rm –rf': 'rf rm',
  'rm - rf': 'rf rm',
  'rm rf -': 'rf rm',
  'rm rf --': 'rf rm',
  'rm -rf -amplifier': 'docker rmdir',
  'tar -xzf a.tgz': 'tar',
  'tar -xzf': 'tar',
  'docker run -it --rm': 'docker',
  'docker run -it': 'docker',
  'docker run -x': 'docker',
  'docker -alpine': '',
  'docker run -alpine': '',
  '-Wall': 'wall',
  '-wall -wextra': 'wall',
  '-wextra -wall': '',
  '-house': '',
  '-Werror': '',
  '--all': 'phone',
  '—all': 'phone',
  'head -n': 'phone',
  'a - b': 'vector minus',
  'x-y': 'arrow minus',
  '-1': 'minus',
  'C++ -std=c++20': 'std',
  '-std=c++20': 'std',
  'g++ -O2': 'std',
  'curl -X POST': 'curl',
  'CURL -x post': 'curl',
  'grep -v foo': 'grep',
  'grep -v': 'grepping grep',
  'grep -foo': 'grepping',
  'pip install --upgrade': 'phone',
  'std::vector': 'vector',
  'std::vector<int>': 'vector',
  'http://localhost:8080/x': 'vector',
  'foo:bar': 'vector',
  'a:b': 'vector minus',
  '12:30': 'vector',
  'C:\\Users': 'vector',
  'has::many': '',
  'open::file': '',
  'by://x': '',
  '“deep space”': 'quoted',
  '„deep space“': 'quoted',
  '«deep space»': 'quoted',
  '»deep space«': 'quoted',
  '「deep space」': 'quoted',
  '“space deep”': '',
  'wrote -“deep space”': '',
  'wrote -„space deep“': 'quoted',
  'wrote -"deep space"': '',
  '->next': 'arrow',
  'f -> g': 'arrow',
  'ls -arger': 'flag phone',
  'ls -ÄRGER --été': 'flag',
};

const site = await openSite();
const ada = await createMember(site, 'Ada');
const nameOf = new Map<string, string>();

beforeAll(async () => {
  for (const [name, text] of Object.entries(posts)) {
    const { status, body, raw } = await ada.post('/api/posts', { text });
    expect(status, raw).toBe(200);
    nameOf.set(body._id, name);
  }
}, 60_000);

const search = (q: string, query = '') => ada.get(`/api/search?${query}&q=${encodeURIComponent(q)}`);
const names = async (q: string, query?: string) => {
  const { status, body, raw } = await search(q, query);
  expect(status, raw).toBe(200);
  return body.map(({ _id }: { _id: string }) => nameOf.get(_id));
};

test.for(Object.entries(queries))('finds posts with %s', async ([q, expected]) => {
  expect((await names(q)).join(' ')).toBe(expected);
});

test.for(['-', '--', '—', '- -', '“”', '-""', '->', '-by:ada'])('returns 400 for %s, which searches for nothing', async (q) => {
  expect(await search(q)).toMatchObject(errorResponse(400, searchErrors.empty, 'q'));
});

test('applies operators to posts with the query as typed too', async () => {
  const [ben, cleo] = [await signUp(site, 'Ben'), await signUp(site, 'Cleo')];
  const post = async (author: typeof ben, name: string, tags: string[]) =>
    nameOf.set((await author.post('/api/posts', { text: 'chmod -R g+w .', tags })).body._id, name);
  await post(ben, 'tagged', ['unix']);
  await post(cleo, 'other', []);
  expect(await names('chmod -R')).toEqual(['other', 'tagged']);
  expect(await names('chmod -R tag:unix')).toEqual(['tagged']);
  expect(await names('chmod -R -tag:unix')).toEqual(['other']);
  expect(await names('-R by:ben')).toEqual(['tagged']);
  expect(await names('chmod -R by:cleo')).toEqual(['other']);
  expect(await names('chmod -R before:2020-01-01')).toEqual([]);
  await ada.put('/api/mutes/tags/unix');
  expect(await names('chmod -R')).toEqual(['other']);
  await ada.delete('/api/mutes/tags/unix');
});

test('pages through posts with and without the query as typed, each once', async () => {
  for (let index = 0; index < 7; index++) {
    const text = index % 2 === 0 ? `ffmpeg -i ${index}.mp4` : `ffmpeg ${index}`;
    nameOf.set((await ada.post('/api/posts', { text })).body._id, text);
  }
  await ada.post('/api/posts', { text: 'ffmpeg, not -y and i' });
  const seen: unknown[] = [];
  for (let url: string | undefined = '/api/search?limit=2&q=ffmpeg%20-i'; url; ) {
    const { body, headers } = await ada.get(url);
    seen.push(...body.map(({ _id }: { _id: string }) => nameOf.get(_id)));
    url = /<(.+)>; rel="next"/.exec(headers.link ?? '')?.[1];
  }
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => (index % 2 === 0 ? `ffmpeg -i ${index}.mp4` : `ffmpeg ${index}`)));
});

test('marks the excluded words in a post with the query as typed', async () => {
  const { body } = await search('curl -X POST');
  expect(body[0].snippet.filter(({ marked }: { marked: boolean }) => marked).map(({ text }: { text: string }) => text)).toEqual([
    'curl',
    'X',
    'POST',
  ]);
});

test('finds the query as typed in titles, which rank, in comments and in people', async () => {
  const titled = (await ada.post('/api/posts', { title: 'sed -E or perl', text: 'Both' })).body._id;
  const plain = (await ada.post('/api/posts', { text: 'Try sed -E here' })).body._id;
  expect((await search('sed -E')).body.map(({ _id }: { _id: string }) => _id)).toEqual([titled, plain]);
  const [comment] = (await ada.post(`/api/posts/comment/${plain}`, { text: 'xargs -0 is safer' })).body;
  expect((await search('xargs -0', 'type=comments')).body).toMatchObject([{ _id: comment._id }]);
  expect((await search('xargs -safer', 'type=comments')).body).toEqual([]);
  await saveProfile(ada, { bio: 'I live in vim -u NONE' });
  expect((await search('vim -u', 'type=people')).body).toHaveLength(1);
  expect((await search('vim -none', 'type=people')).body).toEqual([]);
});
