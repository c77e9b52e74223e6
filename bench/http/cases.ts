import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { demoPassword } from '../../server/src/demo/fill.ts';
import type { Content } from './community.ts';
import { root } from './processes.ts';

/** One request, before it is bytes. */
export interface Request {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  token?: string;
  body?: object;
  /** The entity tag of what the client has already. */
  etag?: string;
}

export interface Case {
  name: string;
  /** The least ratio to the limit that we promise, by engine. */
  target?: number;
  postgres?: number;
  /** Changes the database: such cases run last. */
  writes?: true;
  /** Requests in flight at once; 32 where nothing is said. */
  connections?: number;
  /**
   * Each measurement asks from where the one before ended, because what was asked for at the beginning of the last is not the same again: a page is in the cache
   * by then, a post is liked already.
   */
  onward?: true;
  /** The client has each answer already, and names its entity tag. */
  known?: true;
  requests(content: Content): Request[];
}

/** Pages of the feed that are asked for: what people read is mostly new. */
const pages = 25;
/** Different single posts and profiles. */
const things = 1000;
/** Different writes, before they repeat. */
const writes = 20_000;

const turn = <T>(list: T[], index: number): T => list[index % list.length] as T;
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

/** As the server writes it: the last id of the page before (server/src/store/page.ts). */
const cursor = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

const feed =
  (query: string) =>
  ({ tokens, posts }: Content): Request[] =>
    many(20 * pages, (index) => {
      const page = index % pages;
      const from = page === 0 ? '' : `&cursor=${cursor(turn(posts, page * 20 - 1))}`;
      return { method: 'GET', url: `/api/posts?limit=20${query}${from}`, token: turn(tokens, index) };
    });

/** A public page, as the cache has it. */
const page = (name: string, url: (content: Content) => string = () => name): Case => ({
  name: `page ${name}`,
  target: 0.3,
  requests: (content) => [{ method: 'GET', url: url(content) }],
});

/** Addresses of one page: more than the cache can hold of the smallest (8 MB of 10 kB, server/src/page-cache.ts), so that each visit renders it. */
const addresses = 2000;

const renderedPage = (name: string, url: (content: Content) => string = () => name): Case => ({
  name: `page ${name}, rendered`,
  target: 0.02,
  onward: true,
  requests: (content) => many(addresses, (index) => ({ method: 'GET', url: `${url(content)}?visit=${index}` })),
});

const firstAsset = (): string => {
  const folder = join(root, 'web/build/client/assets');
  const name = existsSync(folder) ? readdirSync(folder).find((file) => /^entry\.client.*\.js$/.test(file)) : undefined;
  return `/assets/${name}`;
};

export const cases: Case[] = [
  {
    name: 'session check',
    target: 0.55,
    postgres: 0.12,
    requests: ({ tokens }) => tokens.map((token) => ({ method: 'GET', url: '/api/auth', token })),
  },
  { name: 'feed, likes and comments', target: 0.35, postgres: 0.12, requests: feed('') },
  { name: 'feed, counts only', target: 0.4, postgres: 0.12, requests: feed('&embed=') },
  {
    name: 'single post',
    target: 0.45,
    postgres: 0.12,
    requests: ({ tokens, posts }) =>
      many(things, (index) => ({ method: 'GET', url: `/api/posts/${turn(posts, index)}`, token: turn(tokens, index) })),
  },
  {
    name: 'developers page',
    target: 0.35,
    postgres: 0.12,
    requests: () => [{ method: 'GET', url: '/api/profile?limit=20' }],
  },
  {
    name: 'one profile',
    target: 0.45,
    postgres: 0.12,
    requests: ({ profiles }) => many(things, (index) => ({ method: 'GET', url: `/api/profile/user/${turn(profiles, index)}` })),
  },
  page('/'),
  page('/dev'),
  page('/dev/login'),
  page('/dev/register'),
  page('/dev/formatter'),
  page('/dev/profiles'),
  page('/dev/profile/{id}', ({ profiles }) => `/dev/profile/${profiles[0]}`),
  { ...page('/dev/profiles'), name: 'page /dev/profiles, 304', known: true },
  renderedPage('/dev'),
  renderedPage('/dev/profiles'),
  renderedPage('/dev/profile/{id}', ({ profiles }) => `/dev/profile/${profiles[0]}`),
  {
    name: 'developers, 304',
    known: true,
    requests: () => [{ method: 'GET', url: '/api/profile?limit=20' }],
  },
  { name: 'static asset', requests: () => [{ method: 'GET', url: firstAsset() }] },
  {
    name: 'sign-in',
    connections: 4,
    writes: true,
    requests: ({ emails }) => emails.map((email) => ({ method: 'POST', url: '/api/auth', body: { email, password: demoPassword } })),
  },
  {
    name: 'create post',
    target: 0.35,
    writes: true,
    connections: 64,
    requests: ({ tokens }) =>
      many(writes, (index) => ({
        method: 'POST',
        url: '/api/posts',
        token: turn(tokens, index),
        body: { text: `Post ${index}: has anyone tried the new release on an old machine? It starts, but the first request takes long.` },
      })),
  },
  {
    name: 'like, unlike',
    target: 0.3,
    writes: true,
    onward: true,
    connections: 64,
    requests: ({ tokens, posts }) =>
      many(2 * writes, (index) => ({
        method: 'PUT',
        url: `/api/posts/${index < writes ? 'like' : 'unlike'}/${turn(posts, (index % writes) * 7)}`,
        token: turn(tokens, index % writes),
      })),
  },
  {
    name: 'comment',
    writes: true,
    connections: 64,
    requests: ({ tokens, posts }) =>
      many(writes, (index) => ({
        method: 'POST',
        url: `/api/posts/comment/${turn(posts, index)}`,
        token: turn(tokens, index),
        body: { text: `Comment ${index}: it is the cache that is cold, after that it flies.` },
      })),
  },
];

/** A request as bytes on a connection that stays. */
export function toBytes({ method, url, token, body, etag }: Request): string {
  const text = body ? JSON.stringify(body) : '';
  const lines = [
    `${method} ${url} HTTP/1.1`,
    'host: localhost',
    ...(token ? [`x-auth-token: ${token}`] : []),
    ...(etag ? [`if-none-match: ${etag}`] : []),
  ];
  if (body) lines.push('content-type: application/json');
  if (method !== 'GET') lines.push(`content-length: ${Buffer.byteLength(text)}`);
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
