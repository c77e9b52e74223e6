import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserArguments, browserPath } from '../site/chromium.ts';
import { expect, test } from '../test.ts';

/** A browser with a profile on disk, in a process group that can be killed. */
interface Started {
  child: ChildProcess;
  browser: Browser;
  page: Page;
}

async function start(profile: string): Promise<Started> {
  const flags = ['--headless', `--user-data-dir=${profile}`, '--remote-debugging-port=0'];
  const child = spawn(await browserPath(), [...browserArguments, ...flags], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface(child.stderr as NodeJS.ReadableStream)) {
    const [, address] = /^DevTools listening on (.*)$/.exec(line) ?? [];
    if (address === undefined) continue;
    const browser = await chromium.connectOverCDP(address);
    const [context] = browser.contexts();
    return { child, browser, page: (await context?.newPage()) as Page };
  }
  throw new Error('The browser did not start');
}

/** Closes the browser, which writes local storage to the disk. */
async function close({ child, browser }: Started): Promise<void> {
  const exit = once(child, 'exit');
  await (await browser.newBrowserCDPSession()).send('Browser.close');
  await exit;
}

/** Ends all processes of the browser at once. */
async function kill({ child }: Started): Promise<void> {
  const exit = once(child, 'exit');
  process.kill(-(child.pid as number), 'SIGKILL');
  await exit;
}

test('loses nothing that was saved before all processes of the browser are killed', async ({ member: { token }, site }) => {
  const profile = mkdtempSync(join(tmpdir(), 'dev-connector-profile-'));
  const running: Started[] = [];
  const open = async () => {
    const started = await start(profile);
    running.push(started);
    await started.page.goto(`${site}/dev/posts`);
    return started;
  };
  const field = (page: Page) => page.getByLabel('Say Something...');
  try {
    const first = await open();
    await first.page.evaluate((value) => localStorage.setItem('token', value), token);
    await close(first);

    const second = await open();
    await field(second.page).fill('Typed first');
    await expect(second.page.getByText('Saved', { exact: true })).toBeVisible(); // within two seconds (drafts.spec.ts)
    await field(second.page).fill('Typed first, then more');
    await kill(second);

    const { page } = await open();
    await expect(field(page)).toHaveValue(/^Typed first/);
    await field(page).focus();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  } finally {
    for (const started of running) if (started.child.exitCode === null && started.child.signalCode === null) await kill(started);
    rmSync(profile, { recursive: true });
  }
});
