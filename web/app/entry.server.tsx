import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { Nonce, type PageRequest, pageRequest } from './context';

/** The router's context for one request; the server makes it before it calls the router. */
export const contextOf = (request: PageRequest): RouterContextProvider => new RouterContextProvider(new Map([[pageRequest, request]]));

/** Renders the whole page before the first byte goes out: its data are there already, and a failure still has its status. */
export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(pageRequest);
  const page = (
    <Nonce value={nonce}>
      <ServerRouter context={router} url={request.url} nonce={nonce} />
    </Nonce>
  );
  const body = await renderToReadableStream(page, { nonce, signal: request.signal });
  await body.allReady;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(body, { status, headers });
}
