import { createHash, randomBytes } from 'node:crypto';
import { turnOfLoop } from './db/turn-of-loop.ts';
import { Failure } from './errors.ts';
import { generations } from './generations.ts';
import { toBytes } from './json.ts';
import { sha256 } from './sha256.ts';

/** What a page is made with. */
interface Making {
  /** The API, whose answers are all that a page is made of. */
  transport: typeof fetch;
  /** Stands for the nonce that each answer has of its own. */
  nonce: string;
}

type Make = (making: Making) => Promise<Response>;

/** A page, in the pieces between which the nonce belongs. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  pieces: Buffer[];
  /** Weak, because the nonce is no part of what it names. */
  etag: string;
}

/** What the API answered. */
interface Answer {
  path: string;
  /** Its entity tag, or else a hash of its bytes. */
  name: string;
  isTagged: boolean;
}

interface Kept {
  page: Page;
  /** What the API answered while the page was made. */
  answers: Answer[];
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
  const kept = generations<Kept>(size);
  let making = 0;

  async function find(address: string, transport: typeof fetch, make: Make): Promise<Page> {
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
  async function makeAnew(address: string, transport: typeof fetch, make: Make): Promise<Page> {
    const { asking, answers } = recorded(transport);
    const response = await make({ transport: asking, nonce: placeholder });
    const complete = answers(); // before anything else is waited for
    const page = await toPage(
      response,
      build !== undefined && complete && [build, address, ...complete.map(({ path, name }) => `${path} ${name}`).sort()],
    );
    if (page.status === 200 && complete)
      kept.set(address, { page, answers: complete, until: now() + longest }, 2 * address.length + lengthOf(page.pieces));
    return page;
  }

  const thisTurn = new Map<string, Promise<Page>>();
  let turn = 0;

  /** The page at an address: the kept one where it still holds, otherwise one that `make` makes. Only a page that succeeded is kept. */
  return (address: string, transport: typeof fetch, make: Make): Promise<Page> => {
    const current = turnOfLoop();
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

async function holds({ answers }: Kept, transport: typeof fetch): Promise<boolean> {
  for (const answer of answers) if (!(await isSame(answer, transport))) return false;
  return true;
}

async function isSame({ path, name, isTagged }: Answer, transport: typeof fetch): Promise<boolean> {
  if (isTagged) return (await transport(path, { headers: { 'if-none-match': name } })).status === 304;
  return (await hashOf(await transport(path))) === name;
}

/** The API, with what it answers written down; undefined where that is no whole account: a question is still open, was given up, or was
 * more than a question. */
function recorded(transport: typeof fetch) {
  const answered: Answer[] = [];
  let open = 0;
  let more = false;
  const gaveUp = () => {
    more = true;
  };
  const asking: typeof fetch = async (path, init) => {
    more ||= (init?.method ?? 'GET') !== 'GET' || [...new Headers(init?.headers)].length > 0;
    init?.signal?.addEventListener('abort', gaveUp);
    open++;
    const response = await transport(path, init);
    const etag = response.headers.get('etag');
    answered.push({ path: String(path), name: etag ?? (await hashOf(response.clone())), isTagged: etag !== null });
    open--;
    return response;
  };
  return { asking, answers: () => (open === 0 && !more ? answered : undefined) };
}

async function hashOf(response: Response): Promise<string> {
  const hash = createHash('sha256').update(`${response.status} ${response.headers.get('link')}\n`);
  return hash.update(new Uint8Array(await response.arrayBuffer())).digest('base64url');
}

/**
 * `madeOf`, where it is known, names the page: its text also holds the time at which it was made, which is another in each process and after each making, and
 * of which nothing is seen.
 */
async function toPage(response: Response, madeOf: string[] | false | undefined): Promise<Page> {
  const text = await response.text();
  const named = madeOf ? madeOf.join('\n') : text.replaceAll(placeholder, '');
  const etag = `W/"${sha256(named)}"`;
  const pieces = text.split(placeholder).map(toBytes);
  return { status: response.status, headers: Object.fromEntries(response.headers), pieces, etag };
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
