import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { createQueryClient } from './api/queries';
import { Nonce, type PageRequest, pageRequest, QueryClientContext } from './context';
import { preloadAfterPaint } from './preload-after-paint';
import { staticHtml } from './static-html';
import { StaticHtmlRenderer } from './ui/StaticHtml';

/** Creates the router context for one request. */
export const contextOf = (request: Omit<PageRequest, 'queries'>): RouterContextProvider =>
  new RouterContextProvider(new Map([[pageRequest, { ...request, queries: createQueryClient() }]]));

/** Renders the whole page before sending the first byte. The data has already been loaded, and a failure can still set the status. */
export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, queries, timeSlice } = context.get(pageRequest);
  // Failed queries render as loading, which matches the first render in the browser.
  queries.removeQueries({ predicate: ({ state }) => state.status !== 'success' });
  const page = (
    <Nonce value={nonce}>
      <QueryClientContext value={queries}>
        <StaticHtmlRenderer value={staticHtml}>
          <ServerRouter context={router} url={request.url} nonce={nonce} />
        </StaticHtmlRenderer>
      </QueryClientContext>
    </Nonce>
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  await timeSlice();
  return bufferedResponse(preloadModulesLater(await renderToChunks(page, nonce), nonce), { status, headers });
}

/** Replaces the module preloads, for which the router's `Scripts` has no option, with a script. */
function preloadModulesLater([first = new Uint8Array(), ...others]: Uint8Array[], nonce: string): Uint8Array[] {
  let head = Buffer.from(first);
  while (others[0] && !head.includes('</head>')) head = Buffer.concat([head, others.shift() as Uint8Array]);
  const paths: string[] = [];
  const html = head.toString('latin1').replaceAll(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g, (_link, path: string) => {
    paths.push(path);
    return '';
  });
  const script = `<script nonce="${nonce}">(${preloadAfterPaint})(${JSON.stringify(paths)})</script>`;
  return [Buffer.from(html.replace('</head>', `${script}</head>`), 'latin1'), ...others];
}

/** Returns a response with a buffered body. A stream body takes a tenth of the rendering time to write and read. */
const bufferedResponse = (chunks: Uint8Array[], init: ResponseInit): Response =>
  Object.assign(new Response(null, init), { bytes: async () => Buffer.concat(chunks) });

/** Renders the page to UTF-8 chunks. The high-water mark disables backpressure, because nothing is read before the page is complete. */
const renderToChunks = (page: ReactNode, nonce: string): Promise<Uint8Array[]> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    const sink = new Writable({
      highWaterMark: Number.MAX_SAFE_INTEGER,
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    sink.on('finish', () => resolve(chunks)).on('error', reject);
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      progressiveChunkSize: Number.MAX_SAFE_INTEGER, // larger content of a Suspense boundary would need a script to show
      onAllReady: () => pipe(sink),
      onShellError: reject,
    });
  });
