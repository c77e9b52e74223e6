import { setTimeout } from 'node:timers/promises';
import puppeteer, { type BrowserContext, type ElementHandle, type KeyInput, type Page } from 'puppeteer-core';
import { isStream } from '../../live.ts';
import { Requests } from '../../requests.ts';
import { paths } from '../installed.ts';
import type { EngineBrowser, Tab } from '../page.ts';
import { dropCancelledLoads } from './cancelled-loads.ts';
import { type Driver, RemotePage } from './remote-page.ts';
import { withParent } from './with-parent.ts';

/** Features that the oldest supported version lacks (docs/browsers.md). */
const missingInOldest = {
  'dom.dialog.light-dismiss.enabled': false,
  'dom.viewTransitions.enabled': false,
  'layout.css.anchor-positioning.enabled': false,
  'layout.css.details-content.enabled': false,
  'layout.css.field-sizing.enabled': false,
};

/** Starts Firefox, which WebDriver BiDi controls. */
export async function launchFirefox(): Promise<EngineBrowser> {
  const [executablePath, args] = withParent(paths.firefox as string, await puppeteer.defaultArgs({ browser: 'firefox' }));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    args,
    ignoreDefaultArgs: true, // `args` has them
    protocolTimeout: 60_000,
    env: { ...process.env, TZ: 'America/New_York' },
    extraPrefsFirefox: {
      'intl.locale.requested': 'en-US',
      'ui.prefersReducedMotion': 1,
      ...missingInOldest,
    },
  });
  return {
    newTab: async (site) => openTab(await browser.createBrowserContext(), site),
    close: () => browser.close(),
  };
}

async function openTab(context: BrowserContext, site: string): Promise<Tab> {
  const page = await context.newPage();
  let errors: string[] = [];
  await page.evaluateOnNewDocument(dropCancelledLoads);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  const remote = new RemotePage(driver(page), site);
  await remote.setViewportSize({ width: 1280, height: 800 });
  return {
    page: remote,
    /** Events arrive in order, so those of an error and of a message, made here, follow all others. */
    async takeErrors() {
      const marks = ['last error', 'last message'];
      await page.evaluate(
        (error, message) => {
          reportError(new Error(error));
          console.error(message);
        },
        ...(marks as [string, string]),
      );
      const isMark = (text: string) => marks.some((mark) => text.includes(mark));
      while (errors.filter(isMark).length < marks.length) await setTimeout(5);
      const taken = errors.filter((text) => !isMark(text));
      errors = [];
      return taken;
    },
    close: () => context.close(),
  };
}

const driver = (page: Page): Driver => ({
  goto: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
  reload: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
  goBack: async () => void (await page.evaluate(() => history.back())),
  requests: requestsOf(page),
  url: async () => page.url(),
  run: (expression) => page.evaluate(expression),
  click: (x, y) => page.mouse.click(x, y),
  async press(chord) {
    const keys = chord.split('+') as KeyInput[];
    for (const key of keys) await page.keyboard.down(key);
    for (const key of keys.reverse()) await page.keyboard.up(key);
  },
  type: (text) => page.keyboard.type(text),
  async setFiles(css, files) {
    const input = (await page.$(css)) as ElementHandle<HTMLInputElement> | null;
    await input?.uploadFile(...files);
  },
  resize: (width, height) => page.setViewport({ width, height }),
  screenshot: async (path) => void (await page.screenshot({ path: path as `${string}.png` })),
});

function requestsOf(page: Page): Requests {
  const requests = new Requests();
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.clear();
    if (!isStream(request.url())) requests.begin(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end, (request) => requests.end(request));
  return requests;
}
