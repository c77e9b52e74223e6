import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RegistrationMode, SitePage, SiteShell } from '@dev-connector/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import type { Context, Mount } from '../../platform/context.ts';
import { Failure } from '../../platform/errors.ts';
import { sendNotModified } from '../../platform/http/conditional.ts';
import { originForm } from '../../platform/http/framing.ts';
import { inProcess, type Transport } from '../../platform/http/in-process.ts';
import { originOf } from '../../platform/http/origin.ts';
import { styleSource } from '../../platform/http/page-head.ts';
import { reportedPolicy } from '../../platform/http/reported-policy.ts';
import { isApi } from '../../platform/http/route.ts';
import { mailOf } from '../../platform/mail/mail.ts';
import { sha256 } from '../../platform/sha256.ts';
import { version } from '../../platform/version.ts';
import { siteOf } from '../site/site.ts';
import { newNonce, pageCache, withNonce } from './page-cache.ts';

/** Additional export of web/app/entry.server.tsx. */
interface PageEntry {
  contextOf(request: {
    transport: Transport;
    nonce: string;
    origin: string;
    registration: RegistrationMode;
    sendsMail: boolean;
    fetchesPictures: boolean;
    site: SiteShell;
    siteTexts: Partial<Record<SitePage, string>>;
    timeSlice: () => Promise<void>;
  }): RouterContextProvider;
}

/** The web pages are not built. The message is a complete sentence for the admin. */
export class PagesMissing extends Error {
  override name = 'PagesMissing';
}

/** The `web` folder; the relative path is the same in a checkout and in the package. */
export const webFolder = fileURLToPath(new URL('../../../../web', import.meta.url));

/** Serves the built pages and files. Files in `assets/` have a content hash in their name and are immutable. */
export const builtPages: Mount = async (app, context) => {
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
        // also matches .br and .gz
        reply.header('content-security-policy', offlinePolicy);
    },
  });
  const build: ServerBuild = await import(pathToFileURL(entry).href);
  // Everything besides the URL and the API that a page depends on: the bundle (it contains the hashed file names), the version, and settings.
  const name = sha256(readFileSync(entry));
  const { registration, avatarServiceUrl } = context.settings;
  const services = `${mailOf(context).enabled} ${avatarServiceUrl !== undefined}`;
  renderPages(app, context, build, { build: `${name} ${version} ${registration} ${services}` });
};

/** Renders pages on every URL without another route. Without `build` it runs in development mode: loads `source` for each page and caches nothing. */
export function renderPages(
  app: FastifyInstance,
  context: Context,
  source: ServerBuild | (() => Promise<ServerBuild>),
  { build }: { build?: string } = {},
): void {
  const { settings } = context;
  const { registration } = settings;
  const { enabled: sendsMail } = mailOf(context);
  const fetchesPictures = settings.avatarServiceUrl !== undefined;
  const mode = build === undefined ? 'development' : 'production';
  const handle = createRequestHandler(source, mode);
  const getPage = pageCache(build === undefined ? { size: 1 } : { build }); // no page fits into one byte
  app.get('/*', async (request, reply) => {
    if (isApi(request)) return reply.callNotFound();
    const origin = originOf(settings, request);
    const url = addressOf(request, origin);
    // Another spelling of an address, such as `/x/..`. The host keeps `//other` a path of this site.
    if (url.pathname !== originForm(request.url).split('?')[0]) return reply.redirect(url.href, 308);
    const { entry } = typeof source === 'function' ? await source() : source;
    const { contextOf } = entry.module as unknown as PageEntry;
    const { tag, shell, texts: siteTexts } = siteOf(context).current;
    const page = await getPage(`${url.href} ${tag}`, inProcess(app, request), (options) =>
      // Without the request's abort signal: the page is cached, and other requests may wait for it.
      handle(
        new Request(url),
        contextOf({
          ...options,
          origin,
          registration,
          sendsMail,
          fetchesPictures,
          timeSlice: () => app.timeSlice(request),
          site: shell,
          siteTexts,
        }),
      ),
    );
    reply.header('cache-control', 'no-cache');
    // On 304 the browser keeps the cached policy, whose nonce matches the cached page. A new policy would not match it.
    reply.removeHeader('content-security-policy');
    if (page.status === 200 && sendNotModified(request, reply, page.etag)) return reply;
    const nonce = newNonce();
    reply.headers(reportedPolicy(settings, policy(nonce, mode, shell.accentStyle)));
    return reply.code(page.status).headers(page.headers).send(withNonce(page, nonce));
  });
}

/** Policy of the formatter's worker: it may compile WebAssembly, but not use the network. */
const workerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'";

/** Policy of the service worker: it may fetch the formatter's files, but nothing from other origins. */
const offlinePolicy = "default-src 'none'; connect-src 'self'";

const policy = (nonce: string, mode: 'production' | 'development', style: string | undefined) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // Vite's client injects changed styles, and receives changes over a WebSocket.
    mode === 'development' ? "style-src 'self' 'unsafe-inline'" : `style-src 'self'${style ? ` ${styleSource(style)}` : ''}`,
    "img-src 'self'",
    "font-src 'self'",
    mode === 'development' ? "connect-src 'self' ws: wss:" : "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    // The policies of web/app/ui/browser/trusted-types.ts. Vite's client adds scripts from strings.
    ...(mode === 'production' ? ["require-trusted-types-for 'script'", 'trusted-types default sanitized'] : []),
  ].join('; ');

/** Returns the page's URL on this site, even if the request target names another host (`GET http://other/x`, `GET //other/x`). */
function addressOf({ url }: FastifyRequest, origin: string): URL {
  const address = URL.parse(origin + url.replace(/^https?:\/\/[^/?]*/i, ''));
  if (!address) throw new Failure('malformedUrl');
  return address;
}
