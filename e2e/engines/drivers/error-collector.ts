import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/*
 * WebKit's driver reports no errors of the pages. A proxy in front of the site adds a script to each page that collects them in the storage of the tab.
 */

const key = 'collected-errors';

/** The expression that returns and removes the errors of the tab. */
export const takeErrors = `[JSON.parse(sessionStorage.getItem('${key}') ?? '[]'), sessionStorage.removeItem('${key}')][0]`;

function collect(key: string): void {
  document.currentScript?.remove();
  const record = (text: string) =>
    sessionStorage.setItem(key, JSON.stringify([...JSON.parse(sessionStorage.getItem(key) ?? '[]'), `${text} on ${location.pathname}`]));
  const textOf = (value: unknown) => (value instanceof Error ? `${value}\n${value.stack}` : String(value));
  for (const level of ['error', 'warn'] as const) {
    const original = console[level];
    console[level] = (...values: unknown[]) => {
      record(values.map(textOf).join(' '));
      original(...values);
    };
  }
  // Leaving the page ends loads that have just begun.
  let isLeaving = false;
  addEventListener('beforeunload', () => {
    isLeaving = true;
  });
  addEventListener(
    'error',
    (event) => {
      const { target } = event;
      // Harmless: a size has changed while observers ran, so they run again in the next frame. Only WebKit's driver lets a page report it.
      if (event.message?.startsWith('ResizeObserver loop')) return;
      if (target instanceof HTMLElement) {
        if (!isLeaving) record(`Could not load ${target.outerHTML}`);
      } else record(`Uncaught ${textOf(event.error ?? event.message)}`);
    },
    true,
  );
  addEventListener('unhandledrejection', (event) => record(`Unhandled ${textOf(event.reason)}`));
  addEventListener('securitypolicyviolation', (event) => record(`Security policy: ${event.effectiveDirective} ${event.blockedURI}`));
}

const source = `(${collect})('${key}')`;
const hash = `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** Allows the script in a content security policy. */
const allow = (policy: string): string =>
  /script-src /.test(policy) ? policy.replace(/script-src (?:'none')?/, `script-src ${hash} `) : `${policy}; script-src ${hash}`;

export interface ErrorCollector {
  url: string;
  /** Waits until there have been no requests for half a second. */
  whenIdle(): Promise<void>;
  close(): void;
}

/** Starts a proxy of a site. */
export async function startErrorCollector(site: string): Promise<ErrorCollector> {
  const { hostname, port } = new URL(site);
  const inFlight = new Set<ServerResponse>();
  let lastChange = performance.now();
  const server = createServer((incoming, response) => {
    if (!incoming.url?.startsWith('/api/events')) inFlight.add(response); // that stream does not end
    lastChange = performance.now();
    const headers = { ...incoming.headers };
    const isPage = headers.accept?.includes('text/html');
    if (isPage) delete headers['accept-encoding'];
    const forwarded = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      const { 'content-type': type = '', 'content-security-policy': policy = '' } = answer.headers;
      if (!isPage || !type.startsWith('text/html')) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      const { 'content-length': _length, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, { ...rest, 'content-security-policy': allow(String(policy)) });
      let html = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => (html += chunk));
      answer.on('end', () => response.end(html.replace('<head>', () => `<head><script>${source}</script>`)));
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => {
      forwarded.destroy();
      inFlight.delete(response);
      lastChange = performance.now();
    });
    incoming.pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async whenIdle() {
      while (inFlight.size > 0 || performance.now() - lastChange < 500) await setTimeout(50);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
