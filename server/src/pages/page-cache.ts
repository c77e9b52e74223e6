import { randomBytes } from 'node:crypto';
import { limits } from '@dev-connector/contract';
import { eventLoopTick } from '../db/event-loop-tick.ts';
import { Failure } from '../errors.ts';
import { byteLru } from '../feed/byte-lru.ts';
import { sha256 } from '../feed/sha256.ts';
import type { Answer, Transport } from '../http/in-process.ts';

/** What a page is made with. */
interface Making {
  /** The API, whose answers are all that a page is made of. */
  transport: Transport;
  /** Stands for the nonce that each answer has of its own. */
  nonce: string;
}

/** A page that was made; a `Response` is one. */
type Made = Pick<Response, 'status' | 'headers' | 'bytes'>;

type Make = (making: Making) => Promise<Made>;

/** A page, in the pieces between which the nonce belongs. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  pieces: Buffer[];
  /** Weak, because the nonce is no part of what it names. */
  etag: string;
}

/** What the API answered, by name. */
interface Named {
  path: string;
  /** Its entity tag, or else a hash of its bytes. */
  name: string;
  isTagged: boolean;
}

interface Kept {
  page: Page;
  /** What the API answered while the page was made. */
  answers: Named[];
  until: number;
}

export interface PageCacheOptions {
  /** Bytes kept in all. */
  size?: number;
  /** Milliseconds after which a page is made anew, whatever the API says: its text may tell the time. */
  longest?: number;
  /** Milliseconds that asking again may take: what answers later is waited for by the page itself, which knows how to go without. */
  patience?: number;
  /** Pages that are made at once; who asks for a further one is told that the site is busy. */
  atOnce?: number;
  /** What made the pages; the same in every process of one program. Without it a page is named by its text. */
  build?: string | undefined;
  /** The clock, in milliseconds. */
  now?: () => number;
}

/** In no text that anybody could have written, so that no one's text is taken for it. */
const placeholder = randomBytes(18).toString('base64');
const placeholderBytes = Buffer.from(placeholder);

/**
 * Keeps rendered pages. A page is a function of its address and of what the API answered while it was rendered; so before a kept one is given, the API is asked
 * the same questions again, which costs a hundredth of rendering, and only where all its answers are the same is the page still the page. Visitors who come
 * to it in one turn of the event loop (db/turn-of-loop.ts) share the asking, and the making: neither began before any of them came.
 */
export function pageCache({
  size = 8_000_000,
  longest = 5 * 60_000,
  patience = 300,
  atOnce = 100,
  build,
  now = Date.now,
}: PageCacheOptions = {}) {
  const kept = byteLru<Kept>(size);
  let making = 0;

  async function find(address: string, transport: Transport, make: Make): Promise<Page> {
    const last = kept.get(address);
    if (last && last.until > now() && (await inTime(holds(last, transport), patience))) return last.page;
    if (making >= atOnce) throw new Failure('unavailable');
    making++;
    try {
      return await makeAnew(address, transport, make);
    } finally {
      making--;
    }
  }

  /** To its end, whether or not anybody waits for it: it is kept. */
  async function makeAnew(address: string, transport: Transport, make: Make): Promise<Page> {
    const { asking, answers } = recorded(transport);
    const made = await make({ transport: asking, nonce: placeholder });
    const complete = answers(); // before anything else is waited for
    const page = await toPage(
      made,
      build !== undefined && complete && [build, address, ...complete.map(({ path, name }) => `${path} ${name}`).sort()],
    );
    if (page.status === 200 && complete)
      kept.set(address, { page, answers: complete, until: now() + longest }, 2 * address.length + lengthOf(page.pieces));
    return page;
  }

  const thisTurn = new Map<string, Promise<Page>>();
  let turn = 0;

  /** The page at an address: the kept one where it still holds, otherwise one that `make` makes. Only a page that succeeded is kept. */
  return (address: string, transport: Transport, make: Make): Promise<Page> => {
    const current = eventLoopTick();
    if (current !== turn) thisTurn.clear();
    turn = current;
    const page = thisTurn.get(address) ?? find(address, transport, make);
    thisTurn.set(address, page);
    return page;
  };
}

/** False where that is not known soon. */
async function inTime(holding: Promise<boolean>, patience: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, patience, false);
  try {
    return await Promise.race([holding.catch(() => false), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function holds({ answers }: Kept, transport: Transport): Promise<boolean> {
  for (const answer of answers) if (!(await isSame(answer, transport))) return false;
  return true;
}

async function isSame({ path, name, isTagged }: Named, transport: Transport): Promise<boolean> {
  if (isTagged) return (await transport(path, { headers: { 'if-none-match': name } })).status === 304;
  const answer = await transport(path);
  return hashOf(answer, await answer.text()) === name;
}

/** The API, with what it answers written down; undefined where that is no whole account: a question is still open, was given up, or was
 * more than a question. */
function recorded(transport: Transport) {
  const answered: Named[] = [];
  let open = 0;
  let more = false;
  const gaveUp = () => {
    more = true;
  };
  const asking: Transport = async (path, init) => {
    more ||= (init?.method ?? 'GET') !== 'GET' || [...new Headers(init?.headers)].length > 0;
    init?.signal?.addEventListener('abort', gaveUp);
    open++;
    const answer = await transport(path, init);
    const etag = answer.headers.get('etag');
    const text = await answer.text();
    answered.push({ path, name: etag ?? hashOf(answer, text), isTagged: etag !== null });
    open--;
    return { status: answer.status, ok: answer.ok, headers: answer.headers, text: async () => text };
  };
  return { asking, answers: () => (open === 0 && !more ? answered : undefined) };
}

const hashOf = ({ status, headers }: Answer, text: string): string => sha256(`${status} ${headers.get('link')}\n${text}`);

/**
 * `madeOf`, where it is known, names the page: its text also holds the time at which it was made, which is another in each process and after each making, and
 * of which nothing is seen.
 */
async function toPage(made: Made, madeOf: string[] | false | undefined): Promise<Page> {
  const pieces = split(await made.bytes());
  // A page that the router wrapped would be a `Response` whose body is empty (web/app/entry.server.tsx).
  if (made.status === 200 && lengthOf(pieces) === 0) throw new Error('a page was made, and is empty');
  // Each page bounds what it shows; this catches one that does not.
  if (lengthOf(pieces) > limits.htmlPage) throw new Error(`the page has ${lengthOf(pieces)} bytes, more than ${limits.htmlPage}`);
  const etag = `W/"${sha256(madeOf ? madeOf.join('\n') : Buffer.concat(pieces))}"`;
  return { status: made.status, headers: Object.fromEntries(made.headers), pieces, etag };
}

/** The page without its placeholders, in the pieces between them. It is kept, so it has memory of its own, and none that it shares with what is not. */
function split(page: Uint8Array): Buffer[] {
  const bytes = Buffer.allocUnsafeSlow(page.length);
  bytes.set(page);
  const pieces: Buffer[] = [];
  let end = 0;
  for (let gap = bytes.indexOf(placeholderBytes); gap >= 0; gap = bytes.indexOf(placeholderBytes, end)) {
    pieces.push(bytes.subarray(end, gap));
    end = gap + placeholderBytes.length;
  }
  return [...pieces, bytes.subarray(end)];
}

const lengthOf = (pieces: Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0);

/** The page as it is sent, with this nonce. */
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
