import { randomBytes } from 'node:crypto';
import { limits } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import { eventLoopTick } from '../../platform/db/event-loop-tick.ts';
import { Failure } from '../../platform/errors.ts';
import { weakEtag } from '../../platform/http/conditional.ts';
import type { ApiResponse, Transport } from '../../platform/http/in-process.ts';
import { sha256 } from '../../platform/sha256.ts';

/** Input of a page render. */
interface RenderOptions {
  /** Calls the API, the only source of data for a page. */
  transport: Transport;
  /** Placeholder for the nonce, which differs in each response. */
  nonce: string;
}

/** A rendered page, such as a `Response`. */
type Rendered = Pick<Response, 'status' | 'headers' | 'bytes'>;

type Render = (options: RenderOptions) => Promise<Rendered>;

/** A page, split where the nonce belongs. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  pieces: Buffer[];
  /** Weak, because it does not cover the nonce. */
  etag: string;
}

/** Validator of an API response. */
interface Validator {
  path: string;
  /** The entity tag, or a hash of the response without one. */
  tag: string;
  isTagged: boolean;
}

interface CacheEntry {
  page: Page;
  /** Validators of the API responses that the page was rendered from. */
  validators: Validator[];
}

export interface PageCacheOptions {
  /** Cache size in bytes. */
  size?: number;
  /** TTL in milliseconds. Pages expire even if the API responses are unchanged, because they may show relative times. */
  ttl?: number;
  /** Maximum number of concurrent renders; further requests get a 503. */
  maxRenders?: number;
  /** Identifies the build; the same in every process. Without it the ETag is a hash of the page. */
  build?: string | undefined;
  /** The clock, in milliseconds. */
  now?: () => number;
}

/** Memory per cache entry in bytes, besides its URL and page. */
const entrySize = 300;

/** Random, so that no user text can contain it. */
const placeholder = randomBytes(18).toString('base64');
const placeholderBytes = Buffer.from(placeholder);

/**
 * Caches rendered pages. A page depends only on its URL and the API responses used to render it. Before returning a cached page, the cache revalidates those
 * responses, which costs a hundredth of a render. Requests for the same page in one event loop iteration (db/event-loop-tick.ts) share the revalidation and the
 * render, because neither started before any of them arrived.
 */
export function pageCache({ size = 8_000_000, ttl = 5 * 60_000, maxRenders = 100, build, now = Date.now }: PageCacheOptions = {}) {
  const cache = new LRUCache<string, CacheEntry>({
    maxSize: size,
    maxEntrySize: Math.ceil(size / 4), // a single large page must not evict all others
    ttl,
    ttlResolution: 0,
    perf: { now },
  });
  let rendering = 0;

  async function find(address: string, transport: Transport, render: Render): Promise<Page> {
    const cached = cache.get(address);
    if (cached && (await isFresh(cached, transport).catch(() => false))) return cached.page;
    if (rendering >= maxRenders) throw new Failure('unavailable');
    rendering++;
    try {
      return await renderPage(address, transport, render);
    } finally {
      rendering--;
    }
  }

  /** Renders and caches the page, even if no request waits for it any longer. */
  async function renderPage(address: string, transport: Transport, render: Render): Promise<Page> {
    const { recorder, validators } = record(transport);
    const rendered = await render({ transport: recorder, nonce: placeholder });
    const complete = validators(); // must come before the next await
    const page = await toPage(
      rendered,
      build !== undefined && complete && [build, address, ...complete.map(({ path, tag }) => `${path} ${tag}`).sort()],
    );
    if (page.status === 200 && complete)
      cache.set(address, { page, validators: complete }, { size: entrySize + 2 * address.length + lengthOf(page.pieces) });
    return page;
  }

  const pending = new Map<string, Promise<Page>>();
  let tick = 0;

  /** Returns the cached page if its API responses are unchanged; otherwise renders it. Caches only pages with status 200. */
  return (address: string, transport: Transport, render: Render): Promise<Page> => {
    const current = eventLoopTick();
    if (current !== tick) pending.clear();
    tick = current;
    const page = pending.get(address) ?? find(address, transport, render);
    pending.set(address, page);
    return page;
  };
}

async function isFresh({ validators }: CacheEntry, transport: Transport): Promise<boolean> {
  for (const validator of validators) if (!(await isUnchanged(validator, transport))) return false;
  return true;
}

async function isUnchanged({ path, tag, isTagged }: Validator, transport: Transport): Promise<boolean> {
  if (isTagged) return (await transport(path, { headers: { 'if-none-match': tag } })).status === 304;
  const answer = await transport(path);
  return hashOf(answer, await answer.text()) === tag;
}

/** Records the validators of API responses. `validators()` returns undefined if the record is incomplete: a request is in flight, was aborted, has its own
 * headers, or is not a GET. */
function record(transport: Transport) {
  const recorded: Validator[] = [];
  let inFlight = 0;
  let incomplete = false;
  const onAbort = () => {
    incomplete = true;
  };
  const recorder: Transport = async (path, init) => {
    incomplete ||= (init?.method ?? 'GET') !== 'GET' || [...new Headers(init?.headers)].length > 0;
    init?.signal?.addEventListener('abort', onAbort);
    inFlight++;
    const answer = await transport(path, init);
    const etag = answer.headers.get('etag');
    const text = await answer.text();
    recorded.push({ path, tag: etag ?? hashOf(answer, text), isTagged: etag !== null });
    inFlight--;
    return { status: answer.status, ok: answer.ok, headers: answer.headers, text: async () => text };
  };
  return { recorder, validators: () => (inFlight === 0 && !incomplete ? recorded : undefined) };
}

const hashOf = ({ status, headers }: ApiResponse, text: string): string => sha256(`${status} ${headers.get('link')}\n${text}`);

/**
 * Splits a rendered page. The ETag is a hash of `sources` if they are known: the HTML also contains its render time, which is not visible and differs in each
 * process.
 */
async function toPage(rendered: Rendered, sources: string[] | false | undefined): Promise<Page> {
  const pieces = split(await rendered.bytes());
  // A `Response` wrapped by the router has an empty body (web/app/entry.server.tsx).
  if (rendered.status === 200 && lengthOf(pieces) === 0) throw new Error('the rendered page is empty');
  // Each page limits its content; this detects one that does not.
  if (lengthOf(pieces) > limits.htmlPage) throw new Error(`the page has ${lengthOf(pieces)} bytes, more than ${limits.htmlPage}`);
  const etag = weakEtag(sha256(sources ? sources.join('\n') : Buffer.concat(pieces)));
  return { status: rendered.status, headers: Object.fromEntries(rendered.headers), pieces, etag };
}

/** Splits the page at its placeholders. Copies the bytes out of the shared buffer pool, because the page is cached. */
function split(page: Uint8Array): Buffer[] {
  const bytes = Buffer.allocUnsafeSlow(page.length);
  bytes.set(page);
  const pieces: Buffer[] = [];
  let end = 0;
  for (let start = bytes.indexOf(placeholderBytes); start >= 0; start = bytes.indexOf(placeholderBytes, end)) {
    pieces.push(bytes.subarray(end, start));
    end = start + placeholderBytes.length;
  }
  return [...pieces, bytes.subarray(end)];
}

const lengthOf = (pieces: Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0);

/** Returns a new random nonce in base64: 128 bits, as the CSP specification recommends. */
export const newNonce = (): string => randomBytes(16).toString('base64');

/** Joins the pieces of a page with a nonce. */
export function withNonce({ pieces }: Page, nonce: string): Buffer {
  const page = Buffer.allocUnsafe(lengthOf(pieces) + (pieces.length - 1) * nonce.length);
  let end = 0;
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) end += page.write(nonce, end, 'latin1');
    page.set(piece, end);
    end += piece.length;
  }
  return page;
}
