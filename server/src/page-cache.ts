import { createHash, randomBytes } from 'node:crypto';

/** What a page is made with. */
interface Making {
  /** The API, whose answers are all that a page is made of. */
  transport: typeof fetch;
  /** Stands for the nonce that each answer has of its own. */
  nonce: string;
}

/** A page, in the pieces between which the nonce belongs. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  pieces: string[];
  /** Weak, because the nonce is no part of what it names. */
  etag: string;
}

interface Kept {
  page: Page;
  /** What the API answered while the page was made. */
  answers: Array<{ path: string; hash: string }>;
  size: number;
  until: number;
}

export interface PageCacheOptions {
  /** Characters kept in all. */
  size?: number;
  /** Milliseconds after which a page is made anew, whatever the API says: its text may tell the time. */
  longest?: number;
  /** Milliseconds that asking again may take: what answers later is waited for by the page itself, which knows how to go without. */
  patience?: number;
  /** What made the pages; the same in every process of one program. Without it a page is named by its text. */
  build?: string | undefined;
  /** The clock, in milliseconds. */
  now?: () => number;
}

/** In no text that anybody could have written, so that no one's text is taken for it. */
const placeholder = randomBytes(18).toString('base64');

/**
 * Keeps rendered pages. A page is a function of its address and of what the API answered while it was rendered; so before a kept one is given, the API is asked
 * the same questions again, which costs a hundredth of rendering, and only where all its answers are the same bytes is the page still the page.
 */
export function pageCache({ size = 8_000_000, longest = 5 * 60_000, patience = 300, build, now = Date.now }: PageCacheOptions = {}) {
  const kept = new Map<string, Kept>();
  let total = 0;

  function forget(address: string): void {
    total -= kept.get(address)?.size ?? 0;
    kept.delete(address);
  }

  function keep(address: string, entry: Kept): void {
    forget(address);
    if (entry.size > size / 8) return;
    kept.set(address, entry);
    total += entry.size;
    for (const oldest of kept.keys()) {
      if (total <= size) break;
      forget(oldest);
    }
  }

  /** The page at an address: the kept one where it still holds, otherwise one that `make` makes. Only a page that succeeded is kept. */
  return async (address: string, transport: typeof fetch, make: (making: Making) => Promise<Response>): Promise<Page> => {
    const last = kept.get(address);
    if (last && last.until > now() && (await inTime(holds(last, transport), patience))) {
      kept.delete(address);
      kept.set(address, last); // used last, forgotten last
      return last.page;
    }
    const { asking, answers } = recorded(transport);
    const response = await make({ transport: asking, nonce: placeholder });
    const complete = answers(); // before anything else is waited for
    const page = await toPage(
      response,
      build !== undefined && complete && [build, address, ...complete.map(({ path, hash }) => `${path} ${hash}`).sort()],
    );
    if (page.status === 200 && complete)
      keep(address, { page, answers: complete, size: address.length + page.pieces.join('').length, until: now() + longest });
    else forget(address);
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
  for (const { path, hash } of answers) if ((await hashOf(await transport(path))) !== hash) return false;
  return true;
}

/** The API, with what it answers written down; undefined where that is no whole account: a question is still open, was given up, or was
 * more than a question. */
function recorded(transport: typeof fetch) {
  const answered: Array<{ path: string; hash: string }> = [];
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
    answered.push({ path: String(path), hash: await hashOf(response.clone()) });
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
  const etag = `W/"${createHash('sha256').update(named).digest('base64url')}"`;
  return { status: response.status, headers: Object.fromEntries(response.headers), pieces: text.split(placeholder), etag };
}
