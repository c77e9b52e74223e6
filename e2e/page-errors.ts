import { type BrowserContext, expect } from '@playwright/test';
import { awaitStream } from './network-idle.ts';

interface Expectation {
  description: string;
  matches(text: string, path: string): boolean;
  seen: boolean;
}

/**
 * Collects errors and warnings in the console (including policy violations and hydration errors), uncaught errors, and requests to other hosts. The test fails on every error it did
 * not expect, and on every expected error that did not occur.
 */
export class PageErrors {
  readonly unexpected: string[] = [];
  private readonly expectations: Expectation[] = [];
  /** All responses with status 400 or above, because the console does not show the method. */
  readonly failures: string[] = [];
  readonly deletedUrls = new Set<string>();
  readonly site: string;

  constructor(site: string) {
    this.site = site;
  }

  /** Expects console errors for requests whose path starts with `path`, with this status or, if `dropped`, without a response. */
  expectFailure(status: number | 'dropped', path: string): void {
    const pattern = status === 'dropped' ? /net::ERR_/ : new RegExp(`status of ${status}\\b`);
    this.expectations.push({
      description: `${status} ${path}`,
      seen: false,
      matches: (text, url) => pattern.test(text) && url.startsWith(path),
    });
  }

  /** Expects console messages that match the pattern. */
  expectMessage(pattern: RegExp): void {
    this.expectations.push({ description: String(pattern), seen: false, matches: (text) => pattern.test(text) });
  }

  /** Waits for the expected errors, since messages of the console can arrive later than the results of the page. Call before the pages close. */
  async expectAll(): Promise<void> {
    await expect
      .poll(() => this.expectations.filter(({ seen }) => !seen).map(({ description }) => description), 'expected errors that did not occur')
      .toEqual([]);
  }

  report(): void {
    expect(this.unexpected, `unexpected errors in the pages; failed requests: ${this.failures.join(', ')}`).toEqual([]);
  }

  record(text: string, url: string): void {
    const path = url.startsWith(this.site) ? url.slice(this.site.length) : '';
    if (path === '/api/profile/me' && /status of 404/.test(text)) return; // the member has no profile yet
    // A page that closes sends its pending deletions, and the next page repeats them.
    if (this.deletedUrls.has(url) && /status of 404/.test(text)) return;
    // Another test has deleted the account of a member in a list.
    if (path.startsWith('/api/avatars/') && /status of 404/.test(text)) return;
    if (text === 'Service Worker registration blocked by Playwright') return;
    // Chromium warns about requests that both a service worker and Playwright's routes handle.
    if (/cross-world service worker resource mismatch/.test(text)) return;
    // The stream of live updates ends when a test turns off the network.
    if (path.startsWith('/api/events') && /net::ERR_INTERNET_DISCONNECTED/.test(text)) return;
    // A busy machine can run a preloaded script so late that Chromium takes the preload for unused.
    if (/was preloaded using link preload but not used within a few seconds/.test(text)) return;
    const expectation = this.expectations.find(({ matches }) => matches(text, path));
    if (expectation) expectation.seen = true;
    else this.unexpected.push(`${text} (${url})`);
  }
}

/** Collects the errors of a context's pages in the PageErrors of the test that is using the context. */
export async function watch(context: BrowserContext, current: () => PageErrors | undefined): Promise<void> {
  context.on('page', awaitStream);
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') current()?.record(message.text(), message.location().url);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) current()?.failures.push(`${response.request().method()} ${response.url()}: ${response.status()}`);
  });
  context.on('weberror', (error) => current()?.record(`Uncaught ${error.error().stack ?? error.error()}`, ''));
  context.on('request', (request) => {
    const pageErrors = current();
    const url = request.url();
    if (request.method() === 'DELETE') pageErrors?.deletedUrls.add(url);
    if (pageErrors && !url.startsWith(pageErrors.site) && !/^(data|blob|about):/.test(url))
      pageErrors.unexpected.push(`A request to ${url}`);
  });
  // Logs every violation, because the console omits some, such as those of report-only policies.
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, disposition, documentURI }) =>
      console.error(`Security policy (${disposition}): ${effectiveDirective} ${blockedURI} on ${documentURI}`),
    ),
  );
}
