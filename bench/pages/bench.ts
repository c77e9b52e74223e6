/**
 * The network's pages in Chromium, as somebody with a cheap phone gets them: a processor slowed down four times, 1.6 Mbit/s down, 150 ms to the server and back.
 *
 *     node bench/pages/bench.ts [rounds]
 *
 * Over the demo generator's community of 500 members and 1,000 posts. Times are milliseconds, medians over the rounds with the worst beside them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { browserArguments, browserPath } from '../../e2e/site/chromium.ts';
import { openDb } from '../../server/src/db/open.ts';
import { makeCommunity } from '../../server/src/demo/community.ts';
import { fill } from '../../server/src/demo/fill.ts';
import { buildPages } from '../../tools/build-pages.ts';
import { startSite } from '../http/processes.ts';
import { framesWhileScrolling, shownAfter } from './in-page.ts';

const rounds = Number(process.argv[2] ?? 5);
const slowDown = 4;
/** As Lighthouse has it: bytes a second, milliseconds. */
const slow4g = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };

buildPages();
const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-pages-'));
const db = await openDb({ dataDir });
await fill(db, makeCommunity({ members: 500, posts: 1000, seed: 1 }));
await db.close();
const site = await startSite({ DATA_DIR: dataDir });
const address = `http://localhost:${site.port}`;
const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArguments });

try {
  const token = await signIn();
  table('Cold, on a slow phone', 'until what one came for shows', await coldVisits(token));
  await actions(token);
  await scrolling(token);
} finally {
  await browser.close();
  await site.stop();
  rmSync(dataDir, { recursive: true });
}

async function signIn(): Promise<string> {
  const reply = await fetch(`${address}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@example.com', password: 'demo-password' }),
  });
  return ((await reply.json()) as { token: string }).token;
}

/** A browser that has never been here; with a token, a member's. */
async function newcomer(token?: string, slow = true): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 390, height: 844 },
    ...(token && { storageState: { cookies: [], origins: [{ origin: address, localStorage: [{ name: 'token', value: token }] }] } }),
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  if (slow) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow4g);
  }
  return { page, session };
}

async function coldVisits(token: string): Promise<Record<string, number[]>> {
  const screens: Array<{ name: string; path: string; ready: string; token?: string }> = [
    { name: 'résumé', path: '/', ready: 'main' },
    { name: 'landing', path: '/dev', ready: 'h1' },
    { name: 'developers', path: '/dev/profiles', ready: 'article' },
    { name: 'feed, until a like can be pressed', path: '/dev/posts', ready: 'article button[aria-pressed]', token },
  ];
  const found: Record<string, number[]> = Object.fromEntries(screens.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const { name, path, ready, token: who } of screens) {
      const { page } = await newcomer(who);
      const began = performance.now();
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator(ready).first().waitFor({ timeout: 60_000 });
      found[name]?.push(performance.now() - began);
      await page.context().close();
    }
  return found;
}

/** From the press to the first frame that shows what was done, on a slow processor; the network's share is hidden by doing it at once. */
async function actions(token: string): Promise<void> {
  const { page } = await newcomer(token);
  await page.goto('/dev/posts');
  const like = page.locator('main article button[aria-pressed]').first();
  await like.waitFor();
  const likes: number[] = [];
  for (let round = 0; round < rounds * 2; round++) {
    const liked = (await like.getAttribute('aria-pressed')) === 'true';
    likes.push(await shownAfter(page, `main article button[${liked ? 'aria-label=Unlike' : 'aria-pressed'}]`, 'main article'));
    await page.locator(`main article button[aria-pressed=${!liked}]`).first().waitFor();
  }
  await page
    .getByRole('link', { name: /Discussion/ })
    .first()
    .click();
  await page.getByLabel('Leave a Comment').waitFor();
  const comments: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.getByLabel('Leave a Comment').fill(`A comment, number ${round}`);
    comments.push(await shownAfter(page, 'form button[type=submit]', 'section[aria-label=Comments]'));
    await page.waitForFunction(
      (text) => document.querySelector<HTMLTextAreaElement>('textarea')?.value !== text,
      `A comment, number ${round}`,
    );
  }
  await page.context().close();
  table('Shown after the press, on a slow processor and network', 'until the next frame that has it', {
    like: likes,
    comment: comments,
  });
}

async function scrolling(token: string): Promise<void> {
  const { page, session } = await newcomer(token, false);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.goto('/dev/posts');
  const posts = page.locator('main article');
  await posts.first().waitFor();
  while ((await posts.count()) < 1000) {
    const before = await posts.count();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForFunction((known) => document.querySelectorAll('main article').length > known, before);
  }
  for (const rate of [1, slowDown]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    const frames = await framesWhileScrolling(page);
    const late = frames.filter((milliseconds) => milliseconds > 25).length;
    console.log(
      `\nScrolling ${await posts.count()} posts, processor ${rate === 1 ? 'as it is' : `slowed down ${rate} times`}: ${frames.length} frames, ${late} later than 25 ms, the longest after ${Math.max(...frames).toFixed(0)} ms`,
    );
  }
  await page.context().close();
}

function table(heading: string, what: string, rows: Record<string, number[]>): void {
  console.log(`\n${heading}: milliseconds ${what}\n\n| what | median | worst |\n|---|---|---|`);
  for (const [name, times] of Object.entries(rows)) {
    const sorted = times.toSorted((one, other) => one - other);
    console.log(`| ${name} | ${sorted[sorted.length >> 1]?.toFixed(0)} | ${sorted.at(-1)?.toFixed(0)} |`);
  }
}
