import { type BrowserContext, expect } from '@playwright/test';

interface Expectation {
  what: string;
  matches(text: string, path: string): boolean;
  seen: boolean;
}

/**
 * Collects what goes wrong in the pages of a test: errors and warnings in the console (a broken security policy and a failed hydration are among them), uncaught errors, and
 * requests to other machines. The test fails on any it has not announced, and on any announced that did not come.
 */
export class Trouble {
  private readonly unexpected: string[] = [];
  private readonly expectations: Expectation[] = [];
  private readonly site: string;

  constructor(site: string) {
    this.site = site;
  }

  /** The API will answer a call of this path (its beginning) with this status, or not at all, and the browser's console will say so. */
  expectFailure(status: number | 'dropped', path: string): void {
    const sign = status === 'dropped' ? /net::ERR_/ : new RegExp(`status of ${status}\\b`);
    this.expectations.push({ what: `${status} ${path}`, seen: false, matches: (text, url) => sign.test(text) && url.startsWith(path) });
  }

  /** The console will say something like this. */
  expectMessage(pattern: RegExp): void {
    this.expectations.push({ what: String(pattern), seen: false, matches: (text) => pattern.test(text) });
  }

  async watch(context: BrowserContext): Promise<void> {
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.note(message.text(), message.location().url);
    });
    context.on('weberror', (error) => this.note(`Uncaught ${error.error().stack ?? error.error()}`, ''));
    context.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(this.site) && !isAvatar(url) && !/^(data|blob|about):/.test(url)) this.unexpected.push(`A request to ${url}`);
    });
    // A policy that is only reported on, and what the console leaves out: every violation is said there, on every page.
    await context.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, disposition, documentURI }) =>
        console.error(`Security policy (${disposition}): ${effectiveDirective} ${blockedURI} on ${documentURI}`),
      ),
    );
    await context.route(isAvatar, (route) => route.abort());
  }

  report(): void {
    expect.soft(this.unexpected, 'what went wrong in the pages').toEqual([]);
    expect
      .soft(
        this.expectations.filter(({ seen }) => !seen).map(({ what }) => what),
        'failures that were expected and did not come',
      )
      .toEqual([]);
  }

  private note(text: string, url: string): void {
    const path = url.startsWith(this.site) ? url.slice(this.site.length) : '';
    if (isAvatar(url)) return; // nobody's picture loads here: the tests see the initials
    if (path === '/api/profile/me' && /status of 404/.test(text)) return; // the API's way to say 'no profile yet'
    // A hint of the browser's about requests that a service worker and the tests' own interception both have a hand in.
    if (/cross-world service worker resource mismatch/.test(text)) return;
    const expectation = this.expectations.find(({ matches }) => matches(text, path));
    if (expectation) expectation.seen = true;
    else this.unexpected.push(`${text} (${url})`);
  }
}

const isAvatar = (url: string | URL): boolean => String(url).startsWith('https://www.gravatar.com/avatar/');
