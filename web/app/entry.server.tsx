import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { type PageRequest, pageRequest } from './context';

/** The render's context for one request; the server calls this before the router. */
export const contextOf = (request: PageRequest): RouterContextProvider => new RouterContextProvider(new Map([[pageRequest, request]]));

export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  const { nonce } = context.get(pageRequest);
  const body = await renderToReadableStream(<ServerRouter context={router} url={request.url} nonce={nonce} />, {
    nonce,
    signal: request.signal,
  });
  await body.allReady;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(body, { status, headers });
}
