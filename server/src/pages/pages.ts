import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RegistrationMode } from '@dev-connector/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { avatarHost } from '../accounts/users.ts';
import type { Mount } from '../app.ts';
import { Failure } from '../errors.ts';
import { sha256 } from '../feed/sha256.ts';
import { inProcess, type Transport } from '../http/in-process.ts';
import { isApi, namesTag } from '../http/route.ts';
import type { Settings } from '../settings.ts';
import { version } from '../version.ts';
import { newNonce } from './nonce.ts';
import { pageCache, withNonce } from './page-cache.ts';

/** What web/app/entry.server.tsx offers beside its render function. */
interface PageEntry {
  contextOf(request: { transport: Transport; nonce: string; origin: string; registration: RegistrationMode }): RouterContextProvider;
}

/** Its message is a whole sentence for the person who starts the site. */
export class PagesMissing extends Error {
  override name = 'PagesMissing';
}

/** In a checkout and in the package alike. */
export const webFolder = fileURLToPath(new URL('../../../web', import.meta.url));

/** The built pages: files under `assets/` carry their hash in their name and never change. */
export const builtPages: Mount = async (app, dependencies) => {
  const entry = `${webFolder}/build/server/index.js`;
  if (!existsSync(entry)) throw new PagesMissing('The web pages are not built: run npm run build.');
  await app.register(fastifyStatic, {
    root: `${webFolder}/build/client`,
    wildcard: false,
    preCompressed: true,
    index: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (path.includes('/assets/formatter-worker')) reply.header('content-security-policy', workerPolicy);
      if (path.includes('/dev/formatter-offline.js'))
        // also compressed: .br, .gz
        reply.header('content-security-policy', offlinePolicy);
    },
  });
  const build: ServerBuild = await import(pathToFileURL(entry).href);
  // What a page is made by beside its address and the API: the bundle, which names all files by their hashes, the libraries of this version, and a setting.
  const name = sha256(readFileSync(entry));
  renderPages(app, dependencies.settings, build, { build: `${name} ${version} ${dependencies.settings.registration}` });
};

/** Pages rendered by this build, on every address that no other route serves. One that has a name stays as it is; one without is in development, and asked for at each page. */
export function renderPages(
  app: FastifyInstance,
  { publicUrl, registration }: Pick<Settings, 'publicUrl' | 'registration'>,
  source: ServerBuild | (() => Promise<ServerBuild>),
  { build }: { build?: string } = {},
): void {
  const mode = build === undefined ? 'development' : 'production';
  const handle = createRequestHandler(source, mode);
  const pageAt = pageCache(build === undefined ? { size: 0 } : { build });
  app.get('/*', async (request, reply) => {
    if (isApi(request)) return reply.callNotFound();
    const origin = publicUrl ?? originOf(request);
    const url = addressOf(request, origin);
    const { entry } = typeof source === 'function' ? await source() : source;
    const { contextOf } = entry.module as unknown as PageEntry;
    const page = await pageAt(url.href, inProcess(app, request), (making) =>
      // To its end, whether or not this visitor waits for it: others may, and it is kept.
      handle(new Request(url), contextOf({ ...making, origin, registration })),
    );
    reply.header('cache-control', 'no-cache');
    if (page.status === 200) reply.header('etag', page.etag);
    // Not modified: the browser shows the page it has, and keeps the policy it came with. A new one would not fit the nonce in it.
    if (page.status === 200 && namesTag(request, page.etag)) return reply.removeHeader('content-security-policy').code(304).send();
    const nonce = newNonce();
    reply.header('content-security-policy', policy(nonce, mode, request.url));
    return reply.code(page.status).headers(page.headers).send(withNonce(page, nonce));
  });
}

/** The screen that formats JSON in a worker, and keeps itself for when there is no network. */
const formatter = /^\/dev\/formatter\/?(\?|$)/;

/** A worker has a policy of its own: the formatter's may compile WebAssembly, and reach nobody. */
const workerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'";

/** What keeps it may fetch the screen's files, and reach nobody else. */
const offlinePolicy = "default-src 'none'; connect-src 'self'";

const policy = (nonce: string, mode: 'production' | 'development', url: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // Vite's client puts styles in the page as they change, and hears of changes through a socket.
    mode === 'development' ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    `img-src 'self' data: ${avatarHost}`,
    mode === 'development' ? "connect-src 'self' ws: wss:" : "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(formatter.test(url) ? ["worker-src 'self'"] : []),
    "frame-ancestors 'none'",
  ].join('; ');

/** The site's address as the visitor's browser knows it, or a failure: without a Host, or with one that is none, there is no such address. */
export function originOf({ protocol, host }: FastifyRequest): string {
  const origin = /[/\\?#@]/.test(host) ? undefined : URL.parse(`${protocol}://${host}`)?.origin;
  if (!origin) throw new Failure('malformedRequest');
  return origin;
}

/** The page's address at this site, also where the request names another (`GET http://other/x`) or seems to (`GET //other/x`). */
function addressOf({ url }: FastifyRequest, origin: string): URL {
  const address = URL.parse(origin + url.replace(/^https?:\/\/[^/?]*/i, ''));
  if (!address) throw new Failure('malformedUrl');
  return address;
}
