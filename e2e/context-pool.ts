import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { type PageErrors, watch } from './page-errors.ts';

/** Options of a context that a test opens. */
export type PoolOptions = BrowserContextOptions & { baseURL: string };

/** A context that the pool has lent to a test. */
export interface Lease {
  context: BrowserContext;
  key: string;
  /** Keeps the context's process running between tests, and has access to the storage of the site. */
  blank: Page;
  pageErrors?: PageErrors | undefined;
  reusable: boolean;
}

/** Methods after which a context is not reused, because their effect is not undone. */
const changes = {
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'on',
    'once',
    'route',
    'routeFromHAR',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
};

/**
 * The browser contexts of a worker. A new context starts a process and loads and compiles every script again, so a test returns its context for the next test with the same options.
 * A returned context has no pages, cookies, permissions or storage. It keeps its HTTP cache.
 */
export class ContextPool {
  private readonly browser: Browser;
  private readonly idle: Lease[] = [];

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** Opens a context in which the member with this token is signed in. */
  async open(options: PoolOptions, pageErrors: PageErrors, token?: string): Promise<Lease> {
    const key = JSON.stringify(options);
    const index = this.idle.findIndex((lease) => lease.key === key);
    const lease = this.idle.splice(index, index < 0 ? 0 : 1)[0] ?? (await this.create(options, key));
    if (token) await lease.blank.evaluate((value) => localStorage.setItem('token', value), token);
    lease.pageErrors = pageErrors;
    return lease;
  }

  async close(lease: Lease): Promise<void> {
    const { context, blank } = lease;
    lease.pageErrors = undefined;
    if (!lease.reusable) return context.close();
    for (const page of context.pages()) if (page !== blank) await page.close();
    await context.clearCookies();
    await context.clearPermissions();
    await blank.evaluate(async () => {
      localStorage.clear();
      for (const name of await caches.keys()) await caches.delete(name);
    });
    this.idle.push(lease);
  }

  private async create(options: PoolOptions, key: string): Promise<Lease> {
    const context = await this.browser.newContext(options);
    const blank = await context.newPage();
    await blank.goto('/icon.svg');
    const lease: Lease = { context, key, blank, reusable: options.serviceWorkers === 'block' && options.javaScriptEnabled === true };
    await watch(context, () => lease.pageErrors);
    context.on('close', () => (lease.reusable = false));
    for (const [object, methods] of [[context, changes.context] as const, [context.clock, changes.clock] as const])
      for (const method of methods) {
        const original = Reflect.get(object, method);
        Reflect.set(object, method, (...args: unknown[]) => {
          lease.reusable = false;
          return original.apply(object, args);
        });
      }
    return lease;
  }
}
