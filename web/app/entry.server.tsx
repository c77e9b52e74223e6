import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { createQueries } from './api/queries';
import { Nonce, type PageRequest, pageRequest, Queries, type ScreenHandle } from './context';
import { staticHtml } from './static-html';
import { StaticHtmlRenderer } from './ui/StaticHtml';

/** The router's context for one request; the server makes it before it calls the router. */
export const contextOf = (request: Omit<PageRequest, 'queries'>): RouterContextProvider =>
  new RouterContextProvider(new Map([[pageRequest, { ...request, queries: createQueries() }]]));

/** Renders the whole page before the first byte goes out: its data are there already, and a failure still has its status. */
export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, queries } = context.get(pageRequest);
  // The page shows what failed as the browser will: as what is about to be asked for.
  queries.removeQueries({ predicate: ({ state }) => state.status !== 'success' });
  const page = (
    <Nonce value={nonce}>
      <Queries value={queries}>
        <StaticHtmlRenderer value={staticHtml}>
          <ServerRouter context={router} url={request.url} nonce={nonce} />
        </StaticHtmlRenderer>
      </Queries>
    </Nonce>
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  const pieces = await toPieces(page, nonce);
  const waits = router.staticHandlerContext.matches.some(({ route }) => (route.handle as ScreenHandle | undefined)?.needsScript);
  return new Page(waits ? pieces : paintedFirst(pieces), { status, headers });
}

const preload = '<link rel="modulepreload"';

/**
 * The page's text and style before its scripts: a phone has them on its screen a second sooner. The router's `Scripts` takes no priority for the modules that it
 * names in the head.
 */
function paintedFirst([first = new Uint8Array(), ...others]: Uint8Array[]): Uint8Array[] {
  let head = Buffer.from(first);
  while (others[0] && !head.includes('</head>')) head = Buffer.concat([head, others.shift() as Uint8Array]);
  return [Buffer.from(head.toString('latin1').replaceAll(preload, `${preload} fetchpriority="low"`), 'latin1'), ...others];
}

/** A page whose bytes are there already. A body of its own would be a stream, which costs a tenth of the whole page to fill and to read again. */
class Page extends Response {
  readonly #pieces: Uint8Array[];

  constructor(pieces: Uint8Array[], init: ResponseInit) {
    super(null, init);
    this.#pieces = pieces;
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return Buffer.concat(this.#pieces);
  }
}

/** The page in pieces of UTF-8. What is written is not held back: nothing is taken from it before it is whole. */
const toPieces = (page: ReactNode, nonce: string): Promise<Uint8Array[]> =>
  new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = [];
    const whole = new Writable({
      highWaterMark: Number.MAX_SAFE_INTEGER,
      write(piece, _encoding, done) {
        pieces.push(piece);
        done();
      },
    });
    whole.on('finish', () => resolve(pieces)).on('error', reject);
    const { pipe } = renderToPipeableStream(page, { nonce, onAllReady: () => pipe(whole), onShellError: reject });
  });
