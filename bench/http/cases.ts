import { demoPassword } from '../../server/src/demo/insert-community.ts';
import type { Content } from './community.ts';

export interface Request {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  token?: string;
  body?: object;
  /** Value of If-None-Match. */
  etag?: string;
  /** Value of Accept-Encoding. */
  encodings?: string;
}

export interface Case {
  name: string;
  /** Minimum ratio to the baseline: on SQLite, and on PostgreSQL. */
  target?: number;
  postgres?: number;
  /** Changes the database. Such cases run last. */
  writes?: true;
  /** Number of connections (default 32). */
  connections?: number;
  /**
   * Continues the requests where the previous measurement ended, because repeated ones behave differently: a page is cached, a post already
   * liked.
   */
  continues?: true;
  /** Sends If-None-Match and expects 304. */
  revalidates?: true;
  requests(content: Content): Request[];
}

/** Number of different single posts and profiles. */
const entities = 1000;
/** Number of different writes before they repeat. */
const writes = 20_000;
/** Likes in a row before they are removed again: more than there are connections, and few enough for each measurement to have as many of one kind as of the other. */
const likesInRow = 200;

const itemAt = <T>(list: T[], index: number): T => list[index % list.length] as T;
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

const feed =
  (query: string) =>
  ({ tokens, feedPages }: Content): Request[] =>
    times(20 * feedPages.length, (index) => ({
      method: 'GET',
      url: `${itemAt(feedPages, index)}${query}`,
      token: itemAt(tokens, index),
    }));

/** A cached public page. */
const page = (name: string, url: (content: Content) => string = () => name): Case => ({
  name: `page ${name}`,
  target: 0.3,
  requests: (content) => [{ method: 'GET', url: url(content) }],
});

/** Number of URLs per page: more than fit the cache (8 MB, server/src/features/pages/page-cache.ts), so that every request renders the page. */
const uncachedUrls = 2000;

const renderedPage = (name: string, url: (content: Content) => string = () => name): Case => ({
  name: `page ${name}, rendered`,
  target: 0.02,
  continues: true,
  requests: (content) => times(uncachedUrls, (index) => ({ method: 'GET', url: `${url(content)}?visit=${index}` })),
});

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
      times(entities, (index) => ({ method: 'GET', url: `/api/posts/${itemAt(posts, index)}`, token: itemAt(tokens, index) })),
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
    requests: ({ profiles }) => times(entities, (index) => ({ method: 'GET', url: `/api/profile/user/${itemAt(profiles, index)}` })),
  },
  {
    name: 'suggested skills',
    requests: () => ['', '?q=t', '?q=java'].map((query) => ({ method: 'GET', url: `/api/skills${query}` })),
  },
  page('/'),
  page('/dev'),
  page('/dev/login'),
  page('/dev/register'),
  page('/dev/formatter'),
  page('/dev/profiles'),
  page('/dev/profile/{id}', ({ profiles }) => `/dev/profile/${profiles[0]}`),
  { ...page('/dev/profiles'), name: 'page /dev/profiles, 304', revalidates: true },
  renderedPage('/dev'),
  renderedPage('/dev/profiles'),
  renderedPage('/dev/profile/{id}', ({ profiles }) => `/dev/profile/${profiles[0]}`),
  {
    name: 'developers, 304',
    revalidates: true,
    requests: () => [{ method: 'GET', url: '/api/profile?limit=20' }],
  },
  { name: 'static asset', requests: ({ asset = '' }) => [{ method: 'GET', url: asset }] },
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
      times(writes, (index) => ({
        method: 'POST',
        url: '/api/posts',
        token: itemAt(tokens, index),
        body: { text: `Post ${index}: has anyone tried the new release on an old machine? It starts, but the first request takes long.` },
      })),
  },
  {
    name: 'like, unlike',
    target: 0.3,
    writes: true,
    continues: true,
    connections: 64,
    requests: ({ tokens, posts }) =>
      times(2 * writes, (index) => {
        const [pair, position] = [Math.floor(index / (2 * likesInRow)), index % likesInRow];
        const like = pair * likesInRow + position;
        return {
          method: 'PUT',
          url: `/api/posts/${index % (2 * likesInRow) < likesInRow ? 'like' : 'unlike'}/${itemAt(posts, like * 7)}`,
          token: itemAt(tokens, like),
        };
      }),
  },
  {
    name: 'comment',
    writes: true,
    connections: 64,
    requests: ({ tokens, posts }) =>
      times(writes, (index) => ({
        method: 'POST',
        url: `/api/posts/comment/${itemAt(posts, index)}`,
        token: itemAt(tokens, index),
        body: { text: `Comment ${index}: it is the cache that is cold, after that it flies.` },
      })),
  },
];

/** Encodes a request for a keep-alive connection. */
export function toBytes({ method, url, token, body, etag, encodings }: Request): string {
  const text = body ? JSON.stringify(body) : '';
  const lines = [
    `${method} ${url} HTTP/1.1`,
    'host: localhost',
    ...(token ? [`x-auth-token: ${token}`] : []),
    ...(etag ? [`if-none-match: ${etag}`] : []),
    ...(encodings ? [`accept-encoding: ${encodings}`] : []),
  ];
  if (body) lines.push('content-type: application/json');
  if (method !== 'GET') lines.push(`content-length: ${Buffer.byteLength(text)}`);
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
