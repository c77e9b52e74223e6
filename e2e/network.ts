import { once as onceEmitted } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request, Response, Route } from '@playwright/test';

/** An error response of the API (RFC 9457), for `route.fulfill`. */
export const errorResponse = (status: number, ...messages: string[]) => ({
  status,
  contentType: 'application/problem+json',
  json: { title: 'Refused', status, msg: messages[0], errors: messages.map((msg) => ({ msg })) },
});

export const serverError = errorResponse(500, 'Something went wrong on our side');

/** Delays matching requests until the test calls `release`, as on a slow network. */
export async function hold(page: Page, method: string, path: RegExp): Promise<{ held: Request[]; release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held: Request[] = [];
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    held.push(route.request());
    await released;
    await route.continue().catch(() => {}); // the page may have cancelled the request
  });
  return { held, release };
}

/** Waits for the response to a deletion. */
export const deletionOf = (page: Page, path: string | RegExp): Promise<Response> =>
  page.waitForResponse((response) => {
    const { pathname } = new URL(response.url());
    return response.request().method() === 'DELETE' && (typeof path === 'string' ? pathname === path : path.test(pathname));
  });

/** Intercepts the first matching request; later ones reach the server. */
export async function once(page: Page, method: string, path: RegExp, respond: (route: Route) => Promise<void>): Promise<void> {
  let intercepted = false;
  await page.route(path, async (route) => {
    if (intercepted || route.request().method() !== method) return route.fallback();
    intercepted = true;
    await respond(route);
  });
}

/** Forwards the request to the server and drops the response. */
export async function dropResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}

/** Forwards the request to the server and closes the connection halfway through the response body. */
export async function truncateResponse(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = await response.body();
  const server = createServer((_request, truncated) => {
    truncated.writeHead(response.status(), { 'content-type': 'application/json', 'content-length': body.length });
    truncated.write(body.subarray(0, body.length / 2), () => truncated.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  await route.continue({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
}

/** Starts a proxy of the site, which stops answering at `silence`, like a network on a train: it still accepts connections. */
export async function startProxy(site: string): Promise<{ url: string; silence(): void; close(): void }> {
  let isSilent = false;
  const proxy = createServer((incoming, response) => {
    if (isSilent) return;
    const forwarded = request(new URL(incoming.url ?? '', site), { method: incoming.method, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await onceEmitted(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    silence: () => void (isSilent = true),
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
