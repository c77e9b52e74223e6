import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { Builder, By, Capabilities, Key, type WebDriver } from 'selenium-webdriver';
import type { Requests } from '../../requests.ts';
import { paths } from '../installed.ts';
import type { EngineBrowser, Tab } from '../page.ts';
import { startErrorCollector, takeErrors } from './error-collector.ts';
import { type Driver, RemotePage } from './remote-page.ts';
import { withParent } from './with-parent.ts';

/** Starts WebKitGTK's small browser on a display in memory. WebKitWebDriver controls it. */
export async function launchWebkit(): Promise<EngineBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'webkit-'));
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n'); // prefers reduced motion

  // The browser ends with its screen, and both with the process of the tests.
  const screen = spawn(...withParent(paths.xvfb as string, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']), {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = await once(screen.stdio[3] as Readable, 'data');
  const port = await freePort();
  const driver = spawn(...withParent(paths.webkitDriver as string, [`--port=${port}`]), {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: join(home, 'cache'),
      XDG_DATA_HOME: join(home, 'data'),
      TZ: 'America/New_York',
      LANG: 'en_US.UTF-8',
      NO_AT_BRIDGE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // namespaces are missing in many containers
    },
  });
  const server = `http://127.0.0.1:${port}`;
  await whenReady(server, driver);
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: paths.miniBrowser, args: ['--automation'] },
  });
  const browser = await new Builder().usingServer(server).withCapabilities(capabilities).build();
  return {
    newTab: (site) => openTab(browser, site),
    async close() {
      await browser.quit();
      for (const process of [driver, screen]) {
        process.kill();
        if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  await once(server.close(), 'close');
  return port;
}

async function whenReady(server: string, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null)
    try {
      return void (await fetch(`${server}/status`));
    } catch {
      await setTimeout(50);
    }
  throw new Error(`WebKitWebDriver exited with code ${driver.exitCode}`);
}

/** Opens the site through its own proxy, so each tab has an origin, and with it a storage and a cache, of its own. */
async function openTab(browser: WebDriver, site: string): Promise<Tab> {
  const collector = await startErrorCollector(site);
  const page = new RemotePage(driver(browser, collector.requests), collector.url);
  await page.setViewportSize({ width: 1280, height: 800 });
  return {
    page,
    takeErrors: () => page.driver.run(takeErrors) as Promise<string[]>,
    async close() {
      await browser.manage().deleteAllCookies();
      await browser.get('about:blank');
      collector.close();
    },
  };
}

const keys: Record<string, string> = {
  PageDown: Key.PAGE_DOWN,
  Control: Key.CONTROL,
  Shift: Key.SHIFT,
  Alt: Key.ALT,
  Meta: Key.META,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Tab: Key.TAB,
  Backspace: Key.BACK_SPACE,
  Delete: Key.DELETE,
  Home: Key.HOME,
  End: Key.END,
  ArrowUp: Key.ARROW_UP,
  ArrowDown: Key.ARROW_DOWN,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  Space: Key.SPACE,
};

function driver(browser: WebDriver, requests: Requests): Driver {
  const run = async (expression: string): Promise<unknown> => {
    const script = `const done = arguments[0]; (async () => (${expression}))().then((value) => done({ value: value ?? null }), (error) => done({ error: String(error?.message ?? error) }));`;
    const { value, error } = await browser.executeAsyncScript<{ value: unknown; error?: string }>(script);
    if (error !== undefined) throw new Error(error);
    return value;
  };
  return {
    run,
    requests,
    goto: (url) => browser.get(url),
    reload: () => browser.navigate().refresh(),
    goBack: async () => void (await run('history.back()')),
    url: () => browser.getCurrentUrl(),
    click: (x, y) => browser.actions().move({ x, y, duration: 0 }).click().perform(),
    async press(chord) {
      const pressed = chord.split('+').map((key) => keys[key] ?? key);
      const actions = browser.actions();
      for (const key of pressed) actions.keyDown(key);
      for (const key of pressed.toReversed()) actions.keyUp(key);
      await actions.perform();
    },
    type: (text) => browser.actions().sendKeys(text).perform(),
    setFiles: (css, files) => browser.findElement(By.css(css)).sendKeys(files.join('\n')),
    async resize(width, height) {
      const [outer, inner] = [await browser.manage().window().getRect(), (await run('[innerWidth, innerHeight]')) as [number, number]];
      await browser
        .manage()
        .window()
        .setRect({ x: 0, y: 0, width: width + outer.width - inner[0], height: height + outer.height - inner[1] });
    },
    screenshot: async (path) => writeFileSync(path, await browser.takeScreenshot(), 'base64'),
  };
}
