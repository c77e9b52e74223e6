import { avatarPath } from '@dev-connector/contract';
import { cursorAfter } from '../../platform/lists/keyset.ts';

/** The parts of JSON Schema that an example is generated from. */
interface Schema {
  type?: string;
  format?: string;
  enum?: string[];
  pattern?: string;
  title?: string;
  default?: unknown;
  minimum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

const post = '019a0b1c-2d3e-7f40-8a51-62738495a6b7';
const person = '019a0b1c-1a2b-7c3d-9e4f-5a6b7c8d9e0f';
const comment = '019a0b1d-4f5a-7b6c-8d7e-9f0a1b2c3d4e';
/** Example ids by field name, looked up like `values`; other ids are those of a post. */
const ids: Record<string, string> = {
  user: person,
  parent: '019a0b1d-3e4f-7a5b-9c6d-8e7f0a1b2c3d',
  userId: person,
  user__id: person,
  Account__id: person,
  Comment__id: comment,
  FoundComment__id: comment,
  FoundPerson__id: '019a0b1c-3c4d-7e5f-8a6b-7c8d9e0f1a2b',
  commentId: comment,
  context: `comment:${post}`,
  DeletedComment__id: comment,
  around: comment,
  Like__id: '019a0b1e-5a6b-7c7d-9e8f-0a1b2c3d4e5f',
  Profile__id: '019a0b1c-3c4d-7e5f-8a6b-7c8d9e0f1a2b',
  Experience__id: '019a0b1c-7d8e-7f9a-8b0c-1d2e3f4a5b6c',
  Education__id: '019a0b1c-8e9f-7a0b-9c1d-2e3f4a5b6c7d',
  Session__id: '019a0b1c-9f0a-7b1c-8d2e-3f4a5b6c7d8e',
};
/** The cursor after the example post, as the server makes it. */
export const cursor = cursorAfter({ id: post });
const avatar = avatarPath(person);
const secret = 'q0yV3mT8Zk1nR5wXb7Lc2Hs9JdPfGa4UeiOxNtYvKzM';

/** Example values by field name; `Object_field` takes precedence over `field`. */
const values: Record<string, unknown> = {
  $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
  added: 'Poetry',
  alt: 'A flow diagram of the engine',
  address: '12 St James Square',
  area: 'Mathematics',
  avatar,
  'blocked-uri': 'inline',
  blockedURL: 'inline',
  basics_name: 'Ada Lowenthal',
  bio: 'I write notes that are longer than the paper.',
  city: 'London',
  company: 'Analytical Engines',
  countryCode: 'GB',
  current: 'correct horse battery',
  cursor,
  degree: 'Geometry',
  description: 'Wrote the first program.',
  device: 'Mozilla/5.0 (X11; Linux x86_64; rv:151.0) Gecko/20100101 Firefox/151.0',
  'document-uri': 'https://engine.example/dev/posts',
  documentURL: 'https://engine.example/dev/posts',
  'effective-directive': 'script-src-elem',
  effectiveDirective: 'script-src-elem',
  email: 'ada@engine.example',
  embed: 'likes,comments',
  endDate: '1852-11',
  excerpt: 'Hello, world',
  facebook: 'https://facebook.example/ada',
  field: 'bio',
  folder: 'To read',
  BookmarkFolder_name: 'To read',
  feeds: 'latest',
  lastEventId: 'mfy3k2a0-1042',
  'last-event-id': 'mfy3k2a0-1042',
  fieldofstudy: 'Mathematics',
  headline: 'Programs for engines that do not exist yet',
  links_label: 'Notes',
  links_url: 'https://engine.example/notes',
  ProfileLink_label: 'Notes',
  ProfileLink_url: 'https://engine.example/notes',
  from: '2017-01-16',
  githubusername: 'ada-lowenthal',
  html: '<p>Hello, world</p>',
  html_url: 'https://github.com/ada-lowenthal/notes',
  'idempotency-key': '9f0c2c1e-5d0e-4a52-9f0a-0e6a1c0f7d11',
  image: `https://engine.example${avatar}`,
  instagram: 'https://instagram.example/ada',
  institution: 'Home',
  invitation: secret,
  label: 'Senior Developer',
  lastModified: '2026-11-21T09:30:00Z',
  linkedin: 'https://linkedin.example/ada',
  location: 'London',
  name: 'Ada Lowenthal',
  Message_msg: 'Done',
  missing: 'skills',
  day: '2026-11-27',
  month: '2026-11',
  network: 'GitHub',
  next: 'I write notes that are longer than the paper.',
  now: 'Mathematics',
  password: 'correct horse battery',
  PasswordChange_password: 'a horse of another stable',
  tag: 'rust',
  tags: 'rust',
  Tag_name: 'rust',
  TagDetails_name: 'rust',
  aliases: 'rust-lang',
  feed: 'latest',
  period: 'week',
  sort: 'activity',
  sample: '',
  'script-sample': '',
  'source-file': 'https://engine.example/dev/posts',
  sourceFile: 'https://engine.example/dev/posts',
  phone: '+44 20 7946 0958',
  place: 'work[0]',
  except: 'work[0]',
  position: 'Programmer',
  pronouns: 'she/her',
  q: 'math',
  SnippetPart_text: 'math',
  CommentedPost_title: 'Notes on the engine',
  FoundPost_title: 'Notes on the engine',
  Repository_name: 'notes',
  Repository_description: 'Notes on the engine',
  resume: '{"basics":{"label":"Senior Developer"},"work":[{"name":"Analytical Engines","position":"Programmer","startDate":"2017-01-16"}]}',
  school: 'Home',
  secret,
  previewId: '4c1f0b7a',
  skills: 'Mathematics',
  startDate: '1842-02',
  status: 'Senior Developer',
  Health_status: 'ok',
  studyType: 'Geometry',
  summary: 'I write notes that are longer than the paper.',
  text: 'Hello, world',
  reason: '1 shared skill: Mathematics · Also in London',
  timeZone: 'Europe/Berlin',
  title: 'Programmer',
  Post_title: 'Notes on the engine',
  to: '2020-03-31',
  token: secret,
  twitter: 'https://twitter.example/ada',
  url: 'https://engine.example',
  user_name: 'Ada Lowenthal',
  Media_url: '/media/q0yV3mT8Zk1nR5wXb7Lc2H',
  username: 'ada-lowenthal',
  version: 'v1.0.0',
  visibility: 'public',
  commentsVisibility: 'public',
  website: 'https://engine.example',
  'x-device-secret': secret,
  'x-headline': 'Programs for engines that do not exist yet',
  'x-open-to': 'work',
  'x-pronouns': 'she/her',
  'x-company': 'Analytical Engines',
  youtube: 'https://youtube.example/ada',
};

const numbers: Record<string, number> = {
  id: 1296269,
  stargazers_count: 42,
  watchers_count: 42,
  forks_count: 7,
  likeCount: 1,
  version: 1,
  commentCount: 1,
  limit: 20,
};

/** Generates an example for a schema, with all fields and one item per list. Chooses values by field name, so that all examples describe the same person. */
export function exampleOf(schema: Schema, name = '', owner = ''): unknown {
  if (schema.anyOf) return exampleOf(schema.anyOf[0] as Schema, name, owner);
  if (schema.properties) {
    const parent = schema.title ?? name;
    return Object.fromEntries(Object.entries(schema.properties).map(([key, property]) => [key, exampleOf(property, key, parent)]));
  }
  if (schema.items) return [exampleOf(schema.items, name, owner)];
  if (schema.type === 'integer') return numbers[name] ?? schema.default ?? schema.minimum ?? 1;
  if (schema.type === 'boolean') return name === 'liked' || (name === 'current' && owner === 'Session');
  if (schema.type === 'object') return {};
  return textOf(schema, name, owner);
}

function textOf({ enum: choices, format, pattern, default: defaultValue }: Schema, name: string, owner: string): unknown {
  if (choices) return choices[0];
  if (format === 'date-time') return '2026-11-21T09:30:00.000Z';
  if (pattern?.includes('-7[')) return ids[`${owner}_${name}`] ?? ids[name] ?? post;
  return values[`${owner}_${name}`] ?? values[name] ?? defaultValue ?? 'Text';
}
