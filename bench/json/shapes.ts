/**
 * The benchmark's texts: thirteen typical shapes of JSON. They come from a seeded generator, so every run formats the same bytes.
 */
export interface Shape {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

type Random = (below: number) => number;

/** Creates a seeded generator (Marsaglia, "Xorshift RNGs", 2003). */
function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const words =
  'amber basil cedar delta ember fjord grove harbor island juniper kelp lagoon meadow north oak prairie quartz river summit tundra'.split(
    ' ',
  );
const cyrillic = 'быстрый ветер несёт далёкие облака над тихой рекой и старым городом где люди пишут код'.split(' ');
const han = '天地玄黃宇宙洪荒日月盈昃辰宿列張寒來暑往秋收冬藏閏餘成歲律呂調陽雲騰致雨露結為霜金生麗水玉出崑岡';

const list = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));

function sentence(random: Random, length: number, from: readonly string[] = words): string {
  return list(length, () => from[random(from.length)]).join(' ');
}

function hanText(random: Random, length: number): string {
  return list(length, () => (random(12) === 0 ? '，' : han[random(han.length)])).join('');
}

const hex = (random: Random, length: number) => list(length, () => random(16).toString(16)).join('');

function person(random: Random, id: number) {
  return {
    id,
    name: sentence(random, 2),
    email: `${words[random(20)]}.${random(1000)}@example.org`,
    active: random(2) === 0,
    age: 18 + random(60),
    score: random(100_000) / 1000,
    tags: list(random(4), () => words[random(20)]),
    address: { street: `${random(200)} ${words[random(20)]} street`, city: words[random(20)], zip: String(10_000 + random(89_999)) },
    manager: random(3) === 0 ? null : random(1000),
  };
}

function coordinates(random: Random) {
  let x = -122 - random(1000) / 1000;
  let y = 37 + random(1000) / 1000;
  return list(60, () => [(x += (random(2000) - 1000) / 1e7 + 1e-15), (y += (random(2000) - 1000) / 1e7 + 1e-15)]);
}

function feature(random: Random, id: number) {
  return {
    type: 'Feature',
    properties: { name: sentence(random, 2), id },
    geometry: { type: 'Polygon', coordinates: [coordinates(random)] },
  };
}

function message(random: Random, id: number) {
  return {
    created_at: `2026-11-${10 + random(20)}T0${random(10)}:${10 + random(50)}:${10 + random(50)}Z`,
    id: 10_000_000_000 + id,
    text: `${sentence(random, 8)} ${random(3) === 0 ? hanText(random, 30) : ''} #${words[random(20)]} https://example.org/${hex(random, 8)}`,
    user: {
      id: random(1_000_000),
      screen_name: words[random(20)],
      description: sentence(random, 12),
      followers_count: random(10_000),
      verified: false,
      lang: 'en',
    },
    entities: { hashtags: [{ text: words[random(20)], indices: [random(70), random(140)] }], urls: [], user_mentions: [] },
    retweet_count: random(100),
    favorited: false,
    in_reply_to: null,
    place: null,
  };
}

function packageVersion(random: Random, id: number) {
  return {
    name: `@${words[random(20)]}/${words[random(20)]}`,
    version: `${random(20)}.${random(20)}.${id}`,
    description: sentence(random, 10),
    dependencies: Object.fromEntries(
      list(random(12), (index) => [`${words[index]}-${words[random(20)]}`, `^${random(9)}.${random(20)}.0`]),
    ),
    scripts: { build: 'tsc -p .', test: 'node --test', lint: 'eslint .' },
    dist: {
      shasum: hex(random, 40),
      integrity: `sha512-${hex(random, 86)}==`,
      tarball: `https://registry.example.org/${hex(random, 24)}.tgz`,
      fileCount: random(200),
    },
    repository: { type: 'git', url: `git+https://git.example.org/${words[random(20)]}/${words[random(20)]}.git` },
    _hasShrinkwrap: false,
  };
}

const logLine = (random: Random) => ({
  level: 'error',
  message: `Error: "${sentence(random, 3)}"\n\tat ${words[random(20)]} (C:\\app\\${words[random(20)]}\\index.js:${random(999)}:${random(99)})\n\tat main\r\n`,
  path: `C:\\Users\\${words[random(20)]}\\${words[random(20)]}`,
});

function nested(random: Random, depth: number): unknown {
  if (depth === 0) return random(1000);
  return depth % 2
    ? { [words[random(20)] as string]: nested(random, depth - 1), n: random(100) }
    : [nested(random, depth - 1), random(2) === 0];
}

const article = (random: Random, id: number) => ({
  id,
  title: sentence(random, 5, cyrillic),
  body: sentence(random, 120, cyrillic),
  summary: hanText(random, 200),
  lang: 'ru',
});

/** Escapes non-ASCII characters, as programs with ASCII output do. */
const escapeNonAscii = (text: string) => text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Creates the texts. @param scale 1 gives a few megabytes per text. */
export function makeShapes(scale = 1): Shape[] {
  const many = <T>(length: number, make: (random: Random, index: number) => T, seed: number): T[] => {
    const random = createRandom(seed);
    return list(Math.ceil(length * scale), (index) => make(random, index));
  };
  const people = many(18_000, person, 1);
  const messages = many(7_000, message, 2);
  const texts: [string, string][] = [
    ['records, minified', JSON.stringify(people)],
    ['records, already pretty', JSON.stringify(people, null, 2)],
    ['records, tabs', JSON.stringify(people, null, '\t')],
    ['GeoJSON, minified', JSON.stringify({ type: 'FeatureCollection', features: many(1500, feature, 3) })],
    ['GeoJSON, pretty', JSON.stringify({ type: 'FeatureCollection', features: many(700, feature, 4) }, null, 2)],
    ['messages', JSON.stringify({ statuses: messages })],
    ['package index', JSON.stringify(many(4000, packageVersion, 5), null, 2)],
    ['long non-ASCII text', JSON.stringify(many(1800, article, 6))],
    ['logs full of escapes', JSON.stringify(many(16_000, logLine, 7))],
    ['\\u escapes', escapeNonAscii(JSON.stringify(many(500, article, 8)))],
    ['deep', JSON.stringify(many(700, (random) => nested(random, 60 + random(60)), 9))],
    ['integers', JSON.stringify(many(60_000, (random) => list(8, () => random(10 ** (1 + random(9)))), 10))],
    ['long ASCII strings', JSON.stringify(many(400, (random, id) => ({ id, data: hex(random, 8000) }), 11))],
  ];
  const encoder = new TextEncoder();
  return texts.map(([name, text]) => ({ name, bytes: encoder.encode(text) }));
}
