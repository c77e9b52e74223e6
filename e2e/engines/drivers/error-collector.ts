import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isStream } from '../../live.ts';
import { Requests } from '../../requests.ts';
import { dropCancelledLoads } from './cancelled-loads.ts';
import { answerUnchanged, forward, type SiteProxy, startProxy } from './proxy.ts';

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
  // Leaving the page cancels loads that have just begun.
  let isLeaving = false;
  addEventListener('beforeunload', () => {
    isLeaving = true;
  });
  addEventListener('pageshow', () => {
    isLeaving = false;
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

const source = `(${collect})('${key}');(${dropCancelledLoads})()`;
const hash = `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** Allows the script in a content security policy. */
const allow = (policy: string): string =>
  /script-src /.test(policy) ? policy.replace(/script-src (?:'none')?/, `script-src ${hash} `) : `${policy}; script-src ${hash}`;

export interface ErrorCollector extends SiteProxy {
  requests: Requests;
}

/** Starts a proxy of a site. */
export async function startErrorCollector(site: string): Promise<ErrorCollector> {
  const requests = new Requests();
  const proxy = await startProxy((incoming, response) => {
    if (!isStream(new URL(incoming.url ?? '', site).href)) requests.begin(response); // that stream does not end
    response.on('close', () => requests.end(response));
    if (!incoming.headers.accept?.includes('text/html')) return forward(site, incoming, response);
    const { 'accept-encoding': _encoding, ...headers } = incoming.headers;
    forward(site, incoming, response, { headers, answerWith: addScript });
  });
  return { ...proxy, requests };
}

function addScript(answer: IncomingMessage, response: ServerResponse): void {
  const { 'content-type': type = '', 'content-security-policy': policy = '', 'content-length': _length, ...rest } = answer.headers;
  if (!type.startsWith('text/html')) {
    answerUnchanged(answer, response);
    return;
  }
  response.writeHead(answer.statusCode ?? 502, { ...rest, 'content-type': type, 'content-security-policy': allow(String(policy)) });
  let html = '';
  answer.setEncoding('utf8');
  answer.on('data', (chunk) => (html += chunk));
  answer.on('end', () => response.end(html.replace('<head>', () => `<head><script>${source}</script>`)));
}
