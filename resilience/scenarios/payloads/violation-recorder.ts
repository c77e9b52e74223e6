import type { Browser, BrowserContext, Page } from '@playwright/test';

/** A browser page and the violations recorded in it, one line each with the URL. */
export interface RecordedPage {
  context: BrowserContext;
  page: Page;
  caught: string[];
}

/** Opens a browser context that records calls of `ran()`, dialogs, policy violations and requests to other hosts. */
export async function recordViolations(browser: Browser, site: string): Promise<RecordedPage> {
  const context = await browser.newContext({ baseURL: site, reducedMotion: 'reduce', serviceWorkers: 'block' }); // each page would start one
  const caught: string[] = [];
  const catchIt = (what: string, where: string) => caught.push(`${where}: ${what}`);
  await context.exposeBinding('ran', ({ page }, value) => catchIt(`a script ran (${String(value).slice(0, 200)})`, page.url()));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      (window as unknown as { ran(what: string): void }).ran(`policy ${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
  context.on('dialog', (dialog) => {
    catchIt('a dialog opened', dialog.page()?.url() ?? '');
    void dialog.dismiss();
  });
  context.on('console', (message) => {
    if (/Content Security Policy|Refused to|hydrat/i.test(message.text()))
      catchIt(message.text().slice(0, 300), message.page()?.url() ?? '');
  });
  context.on('weberror', (error) => catchIt(`uncaught ${String(error.error()).slice(0, 300)}`, error.page()?.url() ?? ''));
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${site}/`) && !/^(data|blob|about):/.test(url)) catchIt(`a request to ${url}`, request.frame().url());
  });
  const page = await context.newPage();
  await page.goto('/dev');
  return { context, page, caught };
}

/** Lists markup that the site never produces: event handlers, script URLs, frames, foreign forms and bases. */
export function findHarmfulMarkup(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('*')) {
      const name = element.tagName.toLowerCase();
      if (['iframe', 'object', 'embed', 'base', 'applet', 'math', 'marquee'].includes(name)) found.push(`an element ${name}`);
      if (name === 'meta' && element.hasAttribute('http-equiv')) found.push('a meta http-equiv');
      if (name === 'script' && !(element as HTMLElement).nonce) found.push('a script without a nonce');
      for (const { name: attribute, value } of element.attributes) {
        if (/^on/i.test(attribute)) found.push(`${name} ${attribute}`);
        if (['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'srcdoc'].includes(attribute)) {
          const url = URL.parse(value, document.baseURI);
          // Images and icons may be data URLs, which cannot navigate or run.
          const harmless =
            url &&
            (/^https?:$/.test(url.protocol) ||
              (url.protocol === 'data:' && ['img', 'link'].includes(name)) ||
              (url.protocol === 'mailto:' && name === 'a'));
          if (!harmless) found.push(`${name} ${attribute}=${value.slice(0, 80)}`);
          else if (url.hostname === 'evil.example') found.push(`${name} ${attribute}=${value.slice(0, 80)}`);
        }
      }
    }
    return found;
  });
}
